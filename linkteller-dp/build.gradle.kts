plugins {
    `java-library`
}

dependencies {
    api(project(":linkteller-core"))
    implementation(libs.commons.math3)
    implementation(libs.fastutil.core)
    testImplementation(libs.jackson.databind)
}
