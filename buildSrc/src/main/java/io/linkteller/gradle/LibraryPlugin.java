package io.linkteller.gradle;

import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.plugins.JavaPluginExtension;

/**
 * A published module ({@code linkteller.library}): its jar, sources and Javadoc. The script sets
 * its {@code description} and, as {@code extra["title"]}, its name.
 */
public final class LibraryPlugin implements Plugin<Project> {

  @Override
  public void apply(Project project) {
    project.getPluginManager().apply(ModulePlugin.class);
    JavaPluginExtension java = project.getExtensions().getByType(JavaPluginExtension.class);
    java.withSourcesJar();
    java.withJavadocJar();
    Publication.create(project, "java");
  }
}
