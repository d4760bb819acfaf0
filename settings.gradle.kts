// The Gradle twin of the Maven build. Both are kept in step by hand; a test of the command line's module compares
// modules, dependencies and versions, and reads one declaration a line. What modules have in common is in buildSrc.
rootProject.name = "linkteller"

dependencyResolutionManagement {
    repositories {
        mavenCentral()
    }
}

include("linkteller-bom")
include("linkteller-core")
include("linkteller-models")
include("linkteller-dp")
include("linkteller-testkit")
include("linkteller-remote")
include("linkteller-onnx")
include("linkteller-data")
include("linkteller-jgrapht")
include("linkteller-spark")
include("linkteller-eval")
include("linkteller-report")
include("linkteller-cli")
include("linkteller-experiments")
include("examples")
