package io.linkteller.inference;

import java.nio.file.Path;

/**
 * A model file can't be served: it is missing or damaged, needs what the runtime lacks, or has
 * inputs or outputs that don't fit. The message names the file and what was expected.
 */
public final class ModelFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Describes a file that can't be served.
   *
   * @param file the file
   * @param problem what is wrong with it
   */
  public ModelFormatException(Path file, String problem) {
    super(file + ": " + problem);
  }

  /**
   * Describes a file that a runtime refused.
   *
   * @param file the file
   * @param problem what is wrong with it
   * @param cause what the runtime threw
   */
  public ModelFormatException(Path file, String problem, Throwable cause) {
    super(file + ": " + problem, cause);
  }
}
