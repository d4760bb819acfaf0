plugins {
    id("linkteller.library")
}

description = "Arbitraries, contracts and exact privacy proofs for tests of models, mechanisms and scores."
extra["title"] = "LinkTeller test kit"

dependencies {
    api(project(":linkteller-core"))
    api(project(":linkteller-dp"))
    api(project(":linkteller-eval"))
    api(project(":linkteller-models"))
    api(libs.ejml.ddense)
    api(libs.fastutil.core)
    // Users of the module get the version of JUnit from here.
    api(platform(libs.junit.bom))
    api(libs.jqwik)
    api(libs.junit.jupiter.api)
    // jqwik depends on an older version, which the launcher for this version of JUnit cannot load.
    runtimeOnly(libs.junit.platform.engine)
    testImplementation(libs.jackson.databind)
    testImplementation(libs.junit.platform.launcher)
}
