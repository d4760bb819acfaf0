package io.linkteller.inference.output;

/** Thrown if numbers are read as probabilities that are none. */
public final class NotProbabilitiesException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  NotProbabilitiesException(String message) {
    super(message);
  }
}
