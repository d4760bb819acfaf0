package io.linkteller.eval.dataset;

import java.nio.file.Files;
import java.nio.file.Path;

/** What every reader asks of a file before it opens it. */
final class DatasetFiles {

  private static final int QUOTED = 80;

  private DatasetFiles() {}

  static void requireFile(Path path) {
    if (!Files.exists(path)) {
      throw DatasetFormatException.inFile(path, "the file is missing");
    }
    if (!Files.isRegularFile(path)) {
      throw DatasetFormatException.inFile(path, "expected a file, found a directory or a device");
    }
  }

  /** What was found, short enough for a message however damaged the file is. */
  static String shortened(String text) {
    return text.length() <= QUOTED ? text : text.substring(0, QUOTED) + "...";
  }

  /** What a parser complained of, without the lines in which it quotes its own position. */
  static String firstLine(Exception complaint) {
    return String.valueOf(complaint.getMessage()).lines().findFirst().orElse("");
  }
}
