package io.linkteller.gradle;

import java.io.File;
import java.util.ArrayList;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.file.FileCollection;
import org.gradle.api.plugins.JavaLibraryPlugin;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.tasks.bundling.AbstractArchiveTask;
import org.gradle.api.tasks.compile.JavaCompile;
import org.gradle.api.tasks.javadoc.Javadoc;
import org.gradle.external.javadoc.StandardJavadocDocletOptions;
import org.gradle.jvm.tasks.Jar;

/**
 * A module with Java code ({@code linkteller.module}): compiled on the module path if it has a
 * {@code module-info.java}, in archives that are the same whenever they are built, with the licence
 * in every jar.
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
    File licence = project.getRootProject().file("LICENSE");
    project
        .getTasks()
        .withType(Jar.class)
        .configureEach(jar -> jar.getMetaInf().from(licence));
  }

  /**
   * Gradle by itself puts a jar on the module path only if it has a module descriptor or names its
   * module in the manifest. EJML, npy, pickle and Commons Math have neither; their modules are named
   * after their files. So all jars go to the module path, as in the Maven build. Tests stay on the
   * class path, where they see what is package-private and what no module exports.
   */
  private static void compileOnModulePath(Project project) {
    project
        .getExtensions()
        .getByType(JavaPluginExtension.class)
        .getModularity()
        .getInferModulePath()
        .set(false);
    Configuration jars = project.getConfigurations().getByName("compileClasspath");
    project
        .getTasks()
        .named(
            "compileJava",
            JavaCompile.class,
            compile ->
                compile.getOptions().getCompilerArgumentProviders().add(new ModulePath(jars)));
    FileCollection files = jars;
    project
        .getTasks()
        .named(
            "javadoc",
            Javadoc.class,
            javadoc ->
                javadoc.doFirst(
                    "module path",
                    task ->
                        ((Javadoc) task)
                            .getOptions()
                            .modulePath(new ArrayList<>(files.getFiles()))));
  }
}
