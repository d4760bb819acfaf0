plugins {
    id("linkteller.bom")
}

description = "One version for all modules of LinkTeller for Java."
extra["title"] = "LinkTeller for Java: BOM"

dependencies {
    constraints {
        api(project(":linkteller-core"))
        api(project(":linkteller-data"))
        api(project(":linkteller-dp"))
        api(project(":linkteller-eval"))
        api(project(":linkteller-jgrapht"))
        api(project(":linkteller-models"))
        api(project(":linkteller-onnx"))
        api(project(":linkteller-remote"))
        api(project(":linkteller-report"))
        api(project(":linkteller-spark"))
        api(project(":linkteller-testkit"))
    }
}
