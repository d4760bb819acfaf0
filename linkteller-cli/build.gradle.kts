plugins {
    application
    id("linkteller.runnable-jar")
}

application {
    applicationName = "linkteller"
    mainClass.set("io.linkteller.cli.LinkTellerCommand")
}

tasks.runnableJar {
    jar.set(layout.buildDirectory.file("libs/linkteller.jar"))
    manifestEntries.put("Implementation-Title", "LinkTeller command line")
    manifestEntries.put("Main-Class", application.mainClass)
}

tasks.processResources {
    val version = project.version.toString()
    inputs.property("version", version)
    filesMatching("**/version.properties") {
        expand("project" to mapOf("version" to version))
    }
}

// They read POMs, scripts, pages and sources of all modules.
tasks.test {
    outputs.upToDateWhen { false }
}

dependencies {
    implementation(project(":linkteller-core"))
    implementation(project(":linkteller-data"))
    implementation(project(":linkteller-dp"))
    implementation(project(":linkteller-eval"))
    implementation(project(":linkteller-models"))
    implementation(project(":linkteller-onnx"))
    implementation(project(":linkteller-remote"))
    implementation(project(":linkteller-report"))
    implementation(project(":linkteller-torch"))
    implementation(libs.ascii.table)
    implementation(libs.ejml.ddense)
    implementation(libs.fastcsv)
    implementation(libs.fastutil.core)
    implementation(libs.jackson.databind)
    implementation(libs.onnxruntime)
    implementation(libs.picocli)
    implementation(libs.progressbar)
    runtimeOnly(libs.slf4j.nop)
    testImplementation(project(":linkteller-testkit"))
    testImplementation(libs.archunit.junit5)
    testImplementation(libs.jackson.dataformat.toml)
    testImplementation(libs.json.schema.validator)
    testImplementation(libs.maven.model)
    testImplementation(libs.wiremock.standalone)
}
