package io.linkteller.architecture.broken.graph;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes files with the default permissions. */
public final class WritesFiles {

  private WritesFiles() {}

  /** Writes two files. */
  public static void write(Path file) throws IOException {
    Files.writeString(file, "");
    new FileOutputStream("other").close();
  }
}
