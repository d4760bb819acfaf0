package io.linkteller.gradle;

import java.io.File;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.file.FileCollection;
import org.gradle.api.plugins.JavaPlugin;
import org.gradle.api.publish.PublishingExtension;
import org.gradle.api.publish.maven.MavenPublication;
import org.gradle.api.specs.Spec;
import org.gradle.api.tasks.TaskProvider;

/**
 * A library that is also published as one jar for {@code spark-submit} ({@code
 * linkteller.submit-jar}), with the classifier {@code submit}: the task {@code submitJar}, whose
 * main class the script sets. The jar contains everything that the module needs and a cluster does
 * not provide.
 */
public final class SubmitJarPlugin implements Plugin<Project> {

  @Override
  public void apply(Project project) {
    project.getPluginManager().apply(LibraryPlugin.class);
    FileCollection libraries =
        project
            .getConfigurations()
            .getByName(JavaPlugin.RUNTIME_CLASSPATH_CONFIGURATION_NAME)
            .filter(new NotOnTheCluster());
    TaskProvider<RunnableJar> jar =
        project
            .getTasks()
            .register(
                "submitJar",
                RunnableJar.class,
                task -> {
                  task.setGroup("build");
                  task.setDescription("Assembles one jar for spark-submit.");
                  task.getContents().from(project.getTasks().named("jar"), libraries);
                  task.getJar()
                      .set(
                          project
                              .getLayout()
                              .getBuildDirectory()
                              .file(
                                  project.provider(
                                      () ->
                                          "libs/"
                                              + project.getName()
                                              + "-"
                                              + project.getVersion()
                                              + "-submit.jar")));
                });
    project.getTasks().named("assemble", task -> task.dependsOn(jar));
    project
        .getExtensions()
        .getByType(PublishingExtension.class)
        .getPublications()
        .named(
            "maven",
            MavenPublication.class,
            publication ->
                publication.artifact(
                    jar.flatMap(RunnableJar::getJar),
                    artifact -> artifact.setClassifier("submit")));
  }

  private static final class NotOnTheCluster implements Spec<File> {

    @Override
    public boolean isSatisfiedBy(File file) {
      return !file.getName().startsWith("jackson-");
    }
  }
}
