plugins {
    id("linkteller.library")
}

description = "Graph neural networks in pure Java: training and serving."
extra["title"] = "LinkTeller models"

dependencies {
    api(project(":linkteller-core"))
    api(libs.ejml.ddense)
    api(libs.fastutil.core)
    testImplementation(libs.jackson.databind)
}
