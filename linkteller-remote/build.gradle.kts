plugins {
    `java-library`
}

dependencies {
    api(project(":linkteller-core"))
    api(libs.ejml.ddense)
    implementation(libs.failsafe)
    implementation(libs.fastutil.core)
    implementation(libs.jackson.core)
    testImplementation(libs.jackson.databind)
    testImplementation(libs.wiremock.standalone)
}
