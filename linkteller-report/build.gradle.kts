plugins {
    id("linkteller.library")
}

description = "Tables and figures as HTML, Markdown and JSON."
extra["title"] = "LinkTeller reports"

dependencies {
    api(project(":linkteller-core"))
    api(project(":linkteller-eval"))
    implementation(libs.fastutil.core)
    implementation(libs.j2html)
    implementation(libs.jackson.databind)
    implementation(libs.jackson.datatype.jdk8)
    // These write SVG, PDF and animated GIF, which no report uses, and depend on JUnit and a logger.
    implementation(libs.xchart) {
        exclude(group = "com.madgag", module = "animated-gif-lib")
        exclude(group = "de.erichseifert.vectorgraphics2d", module = "VectorGraphics2D")
        exclude(group = "de.rototor.pdfbox", module = "graphics2d")
    }
    testImplementation(project(":linkteller-testkit"))
}
