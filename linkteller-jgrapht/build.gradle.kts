plugins {
    id("linkteller.library")
}

description = "Graphs of JGraphT, and files in GraphML and GML."
extra["title"] = "LinkTeller JGraphT"

dependencies {
    api(project(":linkteller-core"))
    implementation(project(":linkteller-data"))
    api(libs.jgrapht.core)
    implementation(libs.jgrapht.io)
}
