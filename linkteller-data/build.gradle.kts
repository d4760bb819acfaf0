plugins {
    id("linkteller.library")
}

description = "Data sets, read from files or generated."
extra["title"] = "LinkTeller data"

dependencies {
    api(project(":linkteller-core"))
    api(project(":linkteller-models"))
    api(libs.ejml.ddense)
    api(libs.fastutil.core)
    implementation(libs.fastcsv)
    implementation(libs.jackson.core)
    implementation(libs.pickle)
    testImplementation(libs.jackson.databind)
}
