package io.linkteller.gradle;

import java.util.List;
import org.gradle.api.file.FileCollection;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.CompileClasspath;
import org.gradle.api.tasks.Input;
import org.gradle.process.CommandLineArgumentProvider;

/** The compiler's arguments that put all jars on the module path and write the module's version. */
final class ModulePath implements CommandLineArgumentProvider {

  private final FileCollection jars;
  private final Provider<String> version;

  ModulePath(FileCollection jars, Provider<String> version) {
    this.jars = jars;
    this.version = version;
  }

  @CompileClasspath
  public FileCollection getJars() {
    return jars;
  }

  @Input
  public Provider<String> getVersion() {
    return version;
  }

  @Override
  public Iterable<String> asArguments() {
    return List.of("--module-version", version.get(), "--module-path", jars.getAsPath());
  }
}
