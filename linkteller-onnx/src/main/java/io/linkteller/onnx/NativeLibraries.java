package io.linkteller.onnx;

import ai.onnxruntime.OrtEnvironment;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Loads the native libraries of ONNX Runtime from a folder that is removed afterwards. The
 * runtime's own loader leaves an empty folder behind, because it marks the folder for deletion
 * after marking the files in it, and the entries marked last are deleted first.
 */
final class NativeLibraries {

  /** The system property with the folder from which ONNX Runtime loads its libraries. */
  private static final String FOLDER = "onnxruntime.native.path";

  private NativeLibraries() {}

  /** Returns the environment of the runtime. The first call loads the libraries. */
  static synchronized OrtEnvironment environment() {
    if (System.getProperty(FOLDER) != null) {
      return OrtEnvironment.getEnvironment();
    }
    List<Path> copied = List.of();
    try {
      copied = copied();
      return OrtEnvironment.getEnvironment();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy the libraries of ONNX Runtime: " + e, e);
    } finally {
      // In this order, the folder is empty when it is deleted. Loaded files can be deleted
      // immediately, except on Windows.
      copied.forEach(path -> path.toFile().deleteOnExit());
      for (int i = copied.size() - 1; i >= 0; i--) {
        if (!copied.get(i).toFile().delete()) {
          break;
        }
      }
    }
  }

  /**
   * Copies the libraries for this platform and returns the folder and the files, if there are any.
   */
  private static List<Path> copied() throws IOException {
    String source = "/ai/onnxruntime/native/" + platform() + "/";
    List<Path> copied = new ArrayList<>();
    for (String name : List.of("onnxruntime", "onnxruntime4j_jni")) {
      String file = System.mapLibraryName(name);
      try (InputStream in = OrtEnvironment.class.getResourceAsStream(source + file)) {
        if (in == null) {
          // The runtime reports what is missing.
          break;
        }
        if (copied.isEmpty()) {
          copied.add(Files.createTempDirectory("onnxruntime"));
          System.setProperty(FOLDER, copied.get(0).toString());
        }
        Path target = copied.get(0).resolve(file);
        copied.add(target);
        Files.copy(in, target);
      }
    }
    return copied;
  }

  private static String platform() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    boolean arm = System.getProperty("os.arch").equals("aarch64");
    return (os.contains("win") ? "win" : os.contains("mac") ? "osx" : "linux")
        + (arm ? "-aarch64" : "-x64");
  }
}
