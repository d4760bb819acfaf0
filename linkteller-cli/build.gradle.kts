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

// They read POMs, scripts, pages and sources of all modules.
tasks.test {
    outputs.upToDateWhen { false }
}

dependencies {
    implementation(project(":linkteller-core"))
    implementation(project(":linkteller-data"))
    implementation(project(":linkteller-dp"))
    implementation(project(":linkteller-eval"))
    implementation(project(":linkteller-jgrapht"))
    implementation(project(":linkteller-models"))
    implementation(project(":linkteller-onnx"))
    implementation(project(":linkteller-remote"))
    implementation(project(":linkteller-report"))
    implementation(libs.ejml.ddense)
    implementation(libs.fastcsv)
    implementation(libs.fastutil.core)
    implementation(libs.jackson.databind)
    implementation(libs.jackson.datatype.jdk8)
    implementation(libs.onnxruntime)
    implementation(libs.picocli)
    testImplementation(project(":linkteller-testkit"))
    testImplementation(libs.archunit.junit5)
    testImplementation(libs.json.schema.validator)
    testImplementation(libs.maven.model)
    testImplementation(libs.slf4j.nop)
}
