plugins {
    id("linkteller.library")
}

description = "Metrics, the bound of Theorem 6, and the paper's samples of targets."
extra["title"] = "LinkTeller evaluation"

dependencies {
    api(project(":linkteller-core"))
    api(project(":linkteller-dp"))
    api(project(":linkteller-models"))
    api(libs.ejml.ddense)
    api(libs.fastutil.core)
    implementation(libs.commons.math3)
    testImplementation(project(":linkteller-testkit"))
    testImplementation(project(":linkteller-data"))
    testImplementation(libs.jackson.databind)
}
