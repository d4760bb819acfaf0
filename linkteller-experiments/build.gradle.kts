plugins {
    id("linkteller.runnable-jar")
}

tasks.runnableJar {
    jar.set(layout.buildDirectory.file("libs/linkteller-experiments.jar"))
    manifestEntries.put("Implementation-Title", "LinkTeller experiments")
    manifestEntries.put("Main-Class", "io.linkteller.experiment.Experiments")
}

dependencies {
    implementation(project(":linkteller-core"))
    implementation(project(":linkteller-data"))
    implementation(project(":linkteller-dp"))
    implementation(project(":linkteller-eval"))
    implementation(project(":linkteller-models"))
    implementation(project(":linkteller-report"))
    implementation(libs.commons.math3)
    implementation(libs.ejml.ddense)
    implementation(libs.fastcsv)
    implementation(libs.fastutil.core)
    implementation(libs.jackson.databind)
    implementation(libs.picocli)
    testImplementation(project(":linkteller-testkit"))
}
