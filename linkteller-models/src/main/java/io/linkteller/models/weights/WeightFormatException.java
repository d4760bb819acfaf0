package io.linkteller.models.weights;

import java.nio.file.Path;

/**
 * Thrown if a weight file is damaged or not a weight file. The message names the file and, if
 * known, the entry.
 */
public final class WeightFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  WeightFormatException(Path file, String problem) {
    super(file + ": " + problem);
  }

  WeightFormatException(Path file, String problem, Throwable cause) {
    super(file + ": " + problem, cause);
  }
}
