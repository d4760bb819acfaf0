package io.linkteller.gradle;

import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.plugins.JavaPlatformPlugin;

/** The published bill of materials ({@code linkteller.bom}). */
public final class BillOfMaterialsPlugin implements Plugin<Project> {

  @Override
  public void apply(Project project) {
    project.getPluginManager().apply(JavaPlatformPlugin.class);
    Publication.create(project, "javaPlatform");
  }
}
