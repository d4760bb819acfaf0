package io.linkteller.models.numpy;

/**
 * A NumPy file is damaged or holds something else than numbers. The message names the entry of an
 * archive; the file is known to who asked for it.
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
