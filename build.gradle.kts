// -Pthorough runs all tests, at full size.
val thorough = providers.gradleProperty("thorough").isPresent

// Modules whose tests read data sets or golden numbers; in Maven, the property shared.fixtures marks them.
val fixtured = listOf("cli", "data", "eval", "examples", "experiments", "onnx", "remote", "report", "testkit").map { "linkteller-$it" }

// Modules whose tests read files that tests write; in Maven, the property shared.exports marks them.
val exporting = listOf("cli", "data", "experiments", "onnx").map { "linkteller-$it" }

allprojects {
    group = "io.linkteller"
    version = "0.1.0-SNAPSHOT"
}

// A bill of materials has no code.
configure(subprojects - project(":linkteller-bom")) {
    apply(plugin = "java-library")
    val hasFixtures = name in fixtured
    val hasExports = name in exporting

    dependencies {
        // Only compilers read annotations, so users of the library do not need them at run time.
        "compileOnly"(rootProject.libs.jspecify)
        "testImplementation"(rootProject.libs.jspecify)
        "testImplementation"(platform(rootProject.libs.junit.bom))
        "testImplementation"(rootProject.libs.junit.jupiter)
        "testImplementation"(rootProject.libs.jqwik)
        // For the listener in testing/ that measures each class.
        "testImplementation"(rootProject.libs.junit.platform.launcher)
    }

    // Compiled into the tests of each module, and of those that read data sets or golden numbers.
    extensions.getByType<SourceSetContainer>().named("test") {
        java.srcDir(rootProject.file("testing/src/test/java"))
        if (hasFixtures) {
            java.srcDir(rootProject.file("testing/src/test-fixtures/java"))
        }
        if (hasExports) {
            java.srcDir(rootProject.file("testing/src/test-exports/java"))
        }
        resources.srcDir(rootProject.file("testing/src/test/resources"))
    }

    tasks.withType<JavaCompile>().configureEach {
        options.encoding = "UTF-8"
        options.release.set(17)
        options.compilerArgs.add("-Xlint:all,-processing,-classfile,-serial,-requires-automatic,-requires-transitive-automatic,-exports,-module")
    }

    tasks.withType<Test>().configureEach {
        useJUnitPlatform {
            if (!thorough) {
                excludeTags("thorough")
            }
        }
        // As Maven chooses them. Other classes break contracts on purpose, and fail unless a test runs them.
        include("**/*Test.class")
        maxParallelForks = 2
        maxHeapSize = "3g"
        jvmArgs("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
        systemProperty("java.awt.headless", "true")
        // None: both JVMs would write the same file.
        systemProperty("jqwik.database", "")
        systemProperty("jqwik.reporting.onlyfailures", "true")
        systemProperty("jqwik.tries.default", if (thorough) "1000" else "100")
        systemProperty("linkteller.root", rootDir.path)
        systemProperty("linkteller.thorough", thorough.toString())
        systemProperty("linkteller.times", layout.buildDirectory.dir("test-times").get().asFile.path)
        systemProperty("sun.net.httpserver.nodelay", "true")
    }
}
