plugins {
    id("linkteller.library")
}

description = "Metrics, the bound of Theorem 6, and the paper's samples of targets."
extra["title"] = "LinkTeller evaluation"

tasks.processResources {
    val version = project.version.toString()
    inputs.property("version", version)
    filesMatching("**/version.properties") {
        expand("project" to mapOf("version" to version))
    }
}

dependencies {
    api(project(":linkteller-core"))
    api(project(":linkteller-dp"))
    api(project(":linkteller-models"))
    api(libs.ejml.ddense)
    api(libs.fastutil.core)
    implementation(libs.commons.math3)
    // For the result cells that the choice of a protection stores on disk.
    implementation(libs.jackson.databind)
    testImplementation(project(":linkteller-data"))
}
