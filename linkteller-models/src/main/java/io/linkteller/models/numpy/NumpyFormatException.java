package io.linkteller.models.numpy;

/**
 * Thrown if a NumPy file is damaged or not numeric. The message names the entry of an archive, but
 * not the file.
 */
public final class NumpyFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NumpyFormatException(String problem) {
    super(problem);
  }

  NumpyFormatException(String problem, Throwable cause) {
    super(problem, cause);
  }
}
