package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.testing.fixture.RealData;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands in a process whose class path has no ONNX Runtime. */
class WithoutNativeLibrariesTest {

  @TempDir Path directory;

  private String run(int exitCode, String... args) throws Exception {
    String without =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !entry.contains("onnxruntime"))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                without,
                LinkTellerCommand.class.getName()));
    command.addAll(List.of(args));
    Path log = directory.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    assertTrue(process.waitFor(5, TimeUnit.MINUTES), "the command takes too long");
    assertEquals(exitCode, process.exitValue(), Files.readString(log));
    return Files.readString(log);
  }

  private String[] attack(String option, Path model, String... more) {
    Path coupled = RealData.reference("coupled");
    List<String> args =
        new ArrayList<>(
            List.of(
                "attack",
                option,
                model.toString(),
                "--features",
                coupled.resolve("x.npy").toString(),
                "--edge-index",
                coupled.resolve("edge_index.npy").toString(),
                "--targets",
                "20"));
    args.addAll(List.of(more));
    return args.toArray(String[]::new);
  }

  @Test
  void anOnnxFileIsAttacked() throws Exception {
    String log = run(0, attack("--onnx", RealData.reference("coupled").resolve("graphnorm.onnx")));
    assertTrue(log.contains("F1"), log);
  }

  @Test
  void theMessageNamesTheMissingArtifact() throws Exception {
    Path model = RealData.reference("coupled").resolve("graphnorm.onnx");
    String log = run(1, attack("--onnx", model, "--onnx-engine", "runtime"));
    assertTrue(log.contains("add com.microsoft.onnxruntime:onnxruntime"), log);
  }
}
