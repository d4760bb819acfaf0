package io.linkteller.inference.output;

/** Thrown if numbers that are to be read as probabilities are outside [0, 1]. */
public final class NotProbabilitiesException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  NotProbabilitiesException(String message) {
    super(message);
  }
}
