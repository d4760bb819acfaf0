plugins {
    `java-platform`
}

dependencies {
    constraints {
        api(project(":linkteller-core"))
        api(project(":linkteller-dp"))
        api(project(":linkteller-eval"))
        api(project(":linkteller-models"))
    }
}
