plugins {
    id("linkteller.library")
}

description = "JGraphT graphs, and GraphML and GML files."
extra["title"] = "LinkTeller JGraphT"

dependencies {
    api(project(":linkteller-core"))
    implementation(project(":linkteller-data"))
    api(libs.jgrapht.core)
    implementation(libs.jgrapht.io)
}
