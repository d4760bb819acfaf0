package io.linkteller.gradle;

import java.io.File;
import java.util.ArrayList;
import org.gradle.api.Action;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.Task;
import org.gradle.api.file.FileCollection;
import org.gradle.api.plugins.JavaLibraryPlugin;
import org.gradle.api.plugins.JavaPlugin;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.bundling.AbstractArchiveTask;
import org.gradle.api.tasks.compile.JavaCompile;
import org.gradle.api.tasks.javadoc.Javadoc;
import org.gradle.api.tasks.testing.Test;
import org.gradle.external.javadoc.StandardJavadocDocletOptions;
import org.gradle.jvm.tasks.Jar;

/**
 * A module with Java code ({@code linkteller.module}): compiled on the module path if it has a
 * {@code module-info.java}, in reproducible archives, with the license in every jar.
 */
public final class ModulePlugin implements Plugin<Project> {

  @Override
  public void apply(Project project) {
    project.getPluginManager().apply(JavaLibraryPlugin.class);
    File moduleInfo = project.file("src/main/java/module-info.java");
    if (moduleInfo.exists()) {
      compileOnModulePath(project);
    }
    project
        .getTasks()
        .withType(Javadoc.class)
        .configureEach(
            javadoc -> {
              StandardJavadocDocletOptions options =
                  (StandardJavadocDocletOptions) javadoc.getOptions();
              options.setEncoding("UTF-8");
              options.addBooleanOption("Xdoclint:all", true);
            });
    project
        .getTasks()
        .withType(AbstractArchiveTask.class)
        .configureEach(
            archive -> {
              archive.setPreserveFileTimestamps(false);
              archive.setReproducibleFileOrder(true);
            });
    File license = project.getRootProject().file("LICENSE");
    project.getTasks().withType(Jar.class).configureEach(jar -> jar.getMetaInf().from(license));
    File pages = project.getRootProject().file("docs");
    project
        .getTasks()
        .withType(Test.class)
        .configureEach(
            // Tests read pages and data sets, so they run again when these have changed.
            test -> {
              test.getInputs().dir(pages).withPathSensitivity(PathSensitivity.RELATIVE);
              test.getInputs()
                  .property(
                      "data",
                      project.getProviders().environmentVariable("LINKTELLER_DATA").orElse(""));
            });
  }

  /**
   * Puts all jars on the module path, as the Maven build does. By default, Gradle puts a jar there
   * only if it has a module descriptor or names its module in the manifest. EJML, pickle and
   * Commons Math have neither; their modules are named after their files. Tests stay on the class
   * path, where they see package-private classes and packages that no module exports.
   */
  private static void compileOnModulePath(Project project) {
    project
        .getExtensions()
        .getByType(JavaPluginExtension.class)
        .getModularity()
        .getInferModulePath()
        .set(false);
    // Not the configuration itself, which the configuration cache cannot store.
    FileCollection jars =
        project.files(
            project.getConfigurations().getByName(JavaPlugin.COMPILE_CLASSPATH_CONFIGURATION_NAME));
    project
        .getTasks()
        .named(
            "compileJava",
            JavaCompile.class,
            compile ->
                compile
                    .getOptions()
                    .getCompilerArgumentProviders()
                    .add(
                        new ModulePath(
                            jars, project.provider(() -> project.getVersion().toString()))));
    project
        .getTasks()
        .named(
            "javadoc",
            Javadoc.class,
            javadoc -> javadoc.doFirst("module path", new JavadocModulePath(jars)));
  }

  /** Sets the module path when the task runs, so that dependencies are not resolved earlier. */
  private static final class JavadocModulePath implements Action<Task> {

    private final FileCollection jars;

    JavadocModulePath(FileCollection jars) {
      this.jars = jars;
    }

    @Override
    public void execute(Task task) {
      ((Javadoc) task).getOptions().modulePath(new ArrayList<>(jars.getFiles()));
    }
  }
}
