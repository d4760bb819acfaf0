package io.linkteller.gradle;

import java.util.List;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.CompileClasspath;
import org.gradle.process.CommandLineArgumentProvider;

/** The compiler's argument that puts all jars on the module path. */
final class ModulePath implements CommandLineArgumentProvider {

  private final FileCollection jars;

  ModulePath(FileCollection jars) {
    this.jars = jars;
  }

  @CompileClasspath
  public FileCollection getJars() {
    return jars;
  }

  @Override
  public Iterable<String> asArguments() {
    return List.of("--module-path", jars.getAsPath());
  }
}
