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
    implementation(libs.onnxruntime)
    implementation(libs.picocli)
    testImplementation(project(":linkteller-testkit"))
    testImplementation(libs.archunit.junit5)
    // For the script of axe-core only, which the tests run in a browser without Selenium.
    testImplementation(libs.selenium) {
        exclude(group = "com.deque.html.axe-core", module = "dequeutilites")
        exclude(group = "commons-io", module = "commons-io")
        exclude(group = "io.github.bonigarcia", module = "webdrivermanager")
        exclude(group = "org.apache.commons", module = "commons-lang3")
        exclude(group = "org.seleniumhq.selenium", module = "selenium-java")
    }
    testImplementation(libs.json.schema.validator)
    testImplementation(libs.maven.model)
    testImplementation(libs.slf4j.nop)
}
