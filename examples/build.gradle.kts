plugins {
    id("linkteller.runnable-jar")
}

tasks.runnableJar {
    jar.set(layout.buildDirectory.file("libs/linkteller-examples.jar"))
    manifestEntries.put("Implementation-Title", "LinkTeller examples")
}

dependencies {
    implementation(project(":linkteller-core"))
    implementation(project(":linkteller-data"))
    implementation(project(":linkteller-dp"))
    implementation(project(":linkteller-eval"))
    implementation(project(":linkteller-models"))
    implementation(project(":linkteller-report"))
    implementation(libs.ejml.ddense)
    implementation(libs.fastutil.core)
}
