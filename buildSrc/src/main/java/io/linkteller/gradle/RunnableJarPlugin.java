package io.linkteller.gradle;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.Transformer;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.artifacts.component.ComponentIdentifier;
import org.gradle.api.artifacts.component.ModuleComponentIdentifier;
import org.gradle.api.artifacts.result.ResolvedArtifactResult;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.TaskProvider;

/**
 * A module that is also built as one jar with everything that it needs ({@code
 * linkteller.runnable-jar}): the task {@code runnableJar}, whose file name, title and main class
 * the script sets. The jar lists the libraries in it and their licenses.
 */
public final class RunnableJarPlugin implements Plugin<Project> {

  @Override
  public void apply(Project project) {
    project.getPluginManager().apply(ModulePlugin.class);
    SourceSet main =
        project
            .getExtensions()
            .getByType(JavaPluginExtension.class)
            .getSourceSets()
            .getByName(SourceSet.MAIN_SOURCE_SET_NAME);
    Configuration libraries =
        project.getConfigurations().getByName(main.getRuntimeClasspathConfigurationName());

    TaskProvider<ThirdPartyList> list =
        project
            .getTasks()
            .register(
                "thirdPartyList",
                ThirdPartyList.class,
                task -> {
                  task.setDescription(
                      "Lists the libraries of the runnable jar and their licenses.");
                  task.getLicenses().set(project.getRootProject().file("docs/licenses.md"));
                  task.getLibraries()
                      .set(
                          libraries
                              .getIncoming()
                              .getArtifacts()
                              .getResolvedArtifacts()
                              .map(new Names()));
                  task.getDirectory()
                      .set(project.getLayout().getBuildDirectory().dir("generated/licenses"));
                });
    main.getResources().srcDir(list.flatMap(ThirdPartyList::getDirectory));

    TaskProvider<RunnableJar> jar =
        project
            .getTasks()
            .register(
                "runnableJar",
                RunnableJar.class,
                task -> {
                  task.setGroup("build");
                  task.setDescription("Assembles one jar with everything that is needed to run.");
                  task.getContents().from(project.getTasks().named("jar"), libraries);
                  task.getManifestEntries()
                      .put(
                          "Implementation-Version",
                          project.provider(() -> project.getVersion().toString()));
                  task.getManifestEntries().put("Multi-Release", "true");
                  task.getManifestEntries().put("Enable-Native-Access", "ALL-UNNAMED");
                });
    project.getTasks().named("assemble", task -> task.dependsOn(jar));
  }

  /** The external libraries among the artifacts, as group:artifact:version. */
  private static final class Names
      implements Transformer<Set<String>, Set<ResolvedArtifactResult>> {

    @Override
    public Set<String> transform(Set<ResolvedArtifactResult> artifacts) {
      return artifacts.stream()
          .map(artifact -> artifact.getId().getComponentIdentifier())
          .filter(ModuleComponentIdentifier.class::isInstance)
          .map(ComponentIdentifier::getDisplayName)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
