plugins {
    id("linkteller.library")
}

description = "Audits of graphs with more than one machine, on Apache Spark."
extra["title"] = "LinkTeller Spark"

dependencies {
    api(project(":linkteller-core"))
    api(project(":linkteller-data"))
    api(project(":linkteller-models"))
    implementation(libs.picocli)
    compileOnly(libs.spark.sql) {
        exclude(group = "org.rocksdb", module = "rocksdbjni")
    }
    testImplementation(libs.archunit.junit5)
    testImplementation(libs.spark.sql) {
        exclude(group = "org.rocksdb", module = "rocksdbjni")
    }
}
