plugins {
    application
}

application {
    applicationName = "linkteller"
    mainClass.set("io.linkteller.cli.LinkTellerCommand")
}

tasks.processResources {
    filesMatching("**/version.properties") {
        expand("project" to mapOf("version" to project.version))
    }
}

dependencies {
    implementation(project(":linkteller-core"))
    implementation(project(":linkteller-data"))
    implementation(project(":linkteller-dp"))
    implementation(project(":linkteller-eval"))
    implementation(project(":linkteller-models"))
    implementation(project(":linkteller-remote"))
    implementation(project(":linkteller-report"))
    implementation(libs.ascii.table)
    implementation(libs.ejml.ddense)
    implementation(libs.fastcsv)
    implementation(libs.fastutil.core)
    implementation(libs.jackson.databind)
    implementation(libs.picocli)
    implementation(libs.progressbar)
    testImplementation(project(":linkteller-onnx"))
    testImplementation(libs.archunit.junit5)
    testImplementation(libs.jackson.dataformat.toml)
    testImplementation(libs.maven.model)
    testImplementation(libs.slf4j.nop)
}
