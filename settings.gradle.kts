// The Gradle twin of the Maven build. Both are kept in step by hand; a test of the examples module
// reads these scripts line by line, so they hold plain declarations only.
rootProject.name = "linkteller"

include("linkteller-bom")
include("linkteller-core")
include("linkteller-models")
include("linkteller-dp")
include("linkteller-eval")
include("examples")
