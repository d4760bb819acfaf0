package io.linkteller.gradle;

import org.gradle.api.Project;
import org.gradle.api.publish.PublishingExtension;
import org.gradle.api.publish.maven.MavenPublication;
import org.gradle.api.publish.maven.plugins.MavenPublishPlugin;

/** The metadata that all published modules share. */
final class Publication {

  private Publication() {}

  static void create(Project project, String component) {
    project.getPluginManager().apply(MavenPublishPlugin.class);
    project
        .getExtensions()
        .getByType(PublishingExtension.class)
        .getPublications()
        .register(
            "maven",
            MavenPublication.class,
            publication -> {
              publication.from(project.getComponents().getByName(component));
              describe(project, publication);
            });
  }

  private static void describe(Project project, MavenPublication publication) {
    publication.pom(
        pom -> {
          // Set by the module's script, which is read after this.
          pom.getName()
              .set(
                  project.provider(
                      () -> (String) project.getExtensions().getExtraProperties().get("title")));
          pom.getDescription().set(project.provider(project::getDescription));
          pom.getUrl().set("https://arxiv.org/abs/2108.06504");
          pom.getInceptionYear().set("2026");
          pom.licenses(
              licenses ->
                  licenses.license(
                      license -> {
                        license.getName().set("Apache-2.0");
                        license.getUrl().set("https://www.apache.org/licenses/LICENSE-2.0.txt");
                        license.getDistribution().set("repo");
                      }));
          pom.scm(
              scm -> {
                scm.getConnection().set("scm:git:https://example.invalid/linkteller.git");
                scm.getUrl().set("https://example.invalid/linkteller");
              });
          pom.developers(
              developers ->
                  developers.developer(
                      developer ->
                          developer.getName().set("The LinkTeller for Java maintainers")));
        });
  }
}
