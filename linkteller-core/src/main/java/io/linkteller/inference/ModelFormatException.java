package io.linkteller.inference;

import java.nio.file.Path;

/**
 * Thrown when a model file cannot be served: it is missing or damaged, requires a feature that the
 * runtime lacks, or has unsuitable inputs or outputs. The message names the file and what was
 * expected.
 */
public final class ModelFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception for a file that cannot be served.
   *
   * @param file the file
   * @param problem what is wrong with it
   */
  public ModelFormatException(Path file, String problem) {
    super(file + ": " + problem);
  }

  /**
   * Creates an exception for a file that a runtime rejected.
   *
   * @param file the file
   * @param problem what is wrong with it
   * @param cause the exception of the runtime
   */
  public ModelFormatException(Path file, String problem, Throwable cause) {
    super(file + ": " + problem, cause);
  }
}
