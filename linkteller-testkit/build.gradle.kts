plugins {
    id("linkteller.library")
}

description = "Arbitraries, contracts and exact privacy proofs for tests of models, mechanisms and scores."
extra["title"] = "LinkTeller test kit"

dependencies {
    api(project(":linkteller-core"))
    api(project(":linkteller-dp"))
    api(project(":linkteller-models"))
    api(libs.ejml.ddense)
    api(libs.fastutil.core)
    api(libs.jqwik)
    api(libs.junit.jupiter.api)
    testImplementation(libs.junit.platform.launcher)
}
