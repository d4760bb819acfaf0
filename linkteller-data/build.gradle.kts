plugins {
    `java-library`
}

dependencies {
    api(project(":linkteller-core"))
    api(project(":linkteller-models"))
    api(libs.ejml.ddense)
    api(libs.fastutil.core)
    implementation(libs.fastcsv)
    implementation(libs.jackson.core)
    implementation(libs.pickle)
}
