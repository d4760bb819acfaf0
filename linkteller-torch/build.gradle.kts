plugins {
    id("linkteller.library")
}

description = "Models in TorchScript files, run by PyTorch where its native library is added."
extra["title"] = "LinkTeller Torch"

dependencies {
    api(project(":linkteller-core"))
    api(libs.ejml.ddense)
    implementation(libs.pytorch.engine)
    runtimeOnly(libs.slf4j.api)
    testImplementation(project(":linkteller-testkit"))
    testImplementation(project(":linkteller-data"))
    testImplementation(libs.jackson.databind)
}
