plugins {
    `java-library`
}

tasks.processResources {
    filesMatching("**/version.properties") {
        expand("project" to mapOf("version" to project.version))
    }
}

dependencies {
    api(project(":linkteller-core"))
    api(project(":linkteller-dp"))
    api(project(":linkteller-models"))
    api(libs.fastutil.core)
    implementation(libs.commons.math3)
    implementation(libs.ejml.ddense)
    implementation(libs.fastcsv)
    implementation(libs.j2html)
    implementation(libs.jackson.databind)
    implementation(libs.jackson.datatype.jdk8)
    implementation(libs.pickle)
    // They draw PDF and moving GIF, which no report has, and bring JUnit and a logger along.
    implementation(libs.xchart) {
        exclude(group = "com.madgag", module = "animated-gif-lib")
        exclude(group = "de.rototor.pdfbox", module = "graphics2d")
    }
}
