plugins {
    `java-library`
}

dependencies {
    implementation(project(":linkteller-core"))
    implementation(project(":linkteller-data"))
    implementation(project(":linkteller-dp"))
    implementation(project(":linkteller-eval"))
    implementation(project(":linkteller-models"))
    implementation(project(":linkteller-report"))
    implementation(libs.ascii.table)
    implementation(libs.ejml.ddense)
    implementation(libs.fastutil.core)
}
