plugins {
    id("linkteller.library")
    id("linkteller.submit-jar")
}

description = "Audits of graphs on several machines, with Apache Spark."
extra["title"] = "LinkTeller Spark"

dependencies {
    api(project(":linkteller-core"))
    api(project(":linkteller-data"))
    api(project(":linkteller-models"))
    implementation(libs.picocli)
    compileOnly(libs.spark.sql) {
        exclude(group = "org.rocksdb", module = "rocksdbjni")
    }
    testImplementation(libs.jackson.module.scala)
    testImplementation(libs.spark.sql) {
        exclude(group = "org.rocksdb", module = "rocksdbjni")
    }
}

// The options that Spark needs on Java 17; spark-submit passes them automatically.
tasks.test {
    jvmArgs("--add-opens=java.base/java.lang=ALL-UNNAMED")
    jvmArgs("--add-opens=java.base/java.lang.invoke=ALL-UNNAMED")
    jvmArgs("--add-opens=java.base/java.lang.reflect=ALL-UNNAMED")
    jvmArgs("--add-opens=java.base/java.io=ALL-UNNAMED")
    jvmArgs("--add-opens=java.base/java.net=ALL-UNNAMED")
    jvmArgs("--add-opens=java.base/java.nio=ALL-UNNAMED")
    jvmArgs("--add-opens=java.base/java.util=ALL-UNNAMED")
    jvmArgs("--add-opens=java.base/java.util.concurrent=ALL-UNNAMED")
    jvmArgs("--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED")
    jvmArgs("--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED")
    jvmArgs("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED")
    jvmArgs("--add-opens=java.base/sun.nio.cs=ALL-UNNAMED")
    jvmArgs("--add-opens=java.base/sun.security.action=ALL-UNNAMED")
    jvmArgs("--add-opens=java.base/sun.util.calendar=ALL-UNNAMED")
}

tasks.submitJar {
    manifestEntries.put("Main-Class", "io.linkteller.spark.SparkAuditCommand")
}
