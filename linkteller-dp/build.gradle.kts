plugins {
    id("linkteller.library")
}

description = "EdgeRand and LapGraph: edge-differentially private graphs."
extra["title"] = "LinkTeller differential privacy"

dependencies {
    api(project(":linkteller-core"))
    implementation(libs.commons.math3)
    implementation(libs.fastutil.core)
    testImplementation(libs.jackson.databind)
}
