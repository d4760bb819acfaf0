plugins {
    `java-library`
}

dependencies {
    api(project(":linkteller-core"))
    api(libs.ejml.ddense)
    implementation(libs.failsafe)
}
