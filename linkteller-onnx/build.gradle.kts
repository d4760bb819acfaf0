plugins {
    `java-library`
}

dependencies {
    api(project(":linkteller-core"))
    api(libs.ejml.ddense)
    implementation(libs.onnxruntime)
    testImplementation(project(":linkteller-data"))
    testImplementation(libs.jackson.databind)
}
