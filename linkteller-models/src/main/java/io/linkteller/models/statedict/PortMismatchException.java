package io.linkteller.models.statedict;

/**
 * Thrown if an imported model does not reproduce the logits of the original. The message states the
 * logit that deviates most, or the widths that differ.
 */
public final class PortMismatchException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  PortMismatchException(String message) {
    super(message);
  }
}
