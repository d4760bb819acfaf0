plugins {
    id("linkteller.library")
}

description = "Graphs, features, the black-box InferenceApi and the attacks."
extra["title"] = "LinkTeller core"

dependencies {
    api(libs.ejml.ddense)
    api(libs.fastutil.core)
    testImplementation(libs.org.jacoco.core)
}
