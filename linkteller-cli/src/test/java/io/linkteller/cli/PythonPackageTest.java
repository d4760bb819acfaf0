package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.linkteller.build.Repository;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.Attributes.Name;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests of the Python package against the classes of this build. */
@Tag("thorough")
final class PythonPackageTest {

  @TempDir Path folder;

  @Test
  void theTestsOfThePythonPackagePass() throws Exception {
    Path jar = folder.resolve("linkteller.jar");
    writeLauncher(jar);
    Path python = Repository.root().resolve("python");
    assumeTrue(
        run(new ProcessBuilder("python3", "-c", "import numpy")) == 0,
        "python3 with numpy is not installed");
    Path said = folder.resolve("said.txt");
    ProcessBuilder tests =
        new ProcessBuilder("python3", "-m", "unittest", "discover", "-v", "-s", "tests")
            .directory(python.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    tests.environment().put("LINKTELLER_JAR", jar.toString());
    tests.environment().put("PYTHONPATH", python.toString());
    tests.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    tests.environment().put("JAVA_HOME", System.getProperty("java.home"));
    int code = tests.start().waitFor();
    String output = Files.readString(said);
    assertEquals(0, code, output);
    assertTrue(output.contains("test_an_attack_without_edges_finds_them"), output);
  }

  /** Writes a jar without classes that refers to the class path of this test. */
  private static void writeLauncher(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Name.MAIN_CLASS, LinkTellerCommand.class.getName());
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> Path.of(entry).toUri().toString())
            .collect(Collectors.joining(" "));
    manifest.getMainAttributes().put(Name.CLASS_PATH, classPath);
    try (OutputStream out = Files.newOutputStream(jar)) {
      // The jar contains only a manifest.
      new JarOutputStream(out, manifest).close();
    }
  }

  private static int run(ProcessBuilder command) throws IOException, InterruptedException {
    try {
      return command.redirectErrorStream(true).start().waitFor();
    } catch (IOException missing) {
      return -1;
    }
  }
}
