plugins {
    id("linkteller.library")
}

description = "Models in ONNX files, run by ONNX Runtime with its native libraries."
extra["title"] = "LinkTeller ONNX"

dependencies {
    api(project(":linkteller-core"))
    api(libs.ejml.ddense)
    api(project(":linkteller-data"))
    implementation(libs.fastutil.core)
    implementation(libs.onnxruntime)
    testImplementation(project(":linkteller-testkit"))
    testImplementation(libs.jackson.databind)
}
