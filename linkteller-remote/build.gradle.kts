plugins {
    id("linkteller.library")
}

description = "Models behind an API that fails, is slow, or limits its clients."
extra["title"] = "LinkTeller remote"

dependencies {
    api(project(":linkteller-core"))
    api(libs.ejml.ddense)
    implementation(libs.failsafe)
    implementation(libs.fastutil.core)
    implementation(libs.jackson.core)
    testImplementation(project(":linkteller-testkit"))
    testImplementation(libs.jackson.databind)
    testImplementation(libs.jackson.dataformat.yaml)
    testImplementation(libs.json.schema.validator)
    testImplementation(libs.wiremock.standalone)
}
