plugins {
    `java-library`
}

dependencies {
    api(project(":linkteller-core"))
    api(libs.ejml.ddense)
    api(libs.fastutil.core)
    implementation(libs.npy)
    testImplementation(libs.jackson.databind)
}
