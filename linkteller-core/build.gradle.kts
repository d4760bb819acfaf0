plugins {
    `java-library`
}

dependencies {
    api(libs.ejml.ddense)
    api(libs.fastutil.core)
}
