package io.linkteller.models.statedict;

/** An imported model does not give the logits of the original. The message says where, how far. */
public final class PortMismatchException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  PortMismatchException(String message) {
    super(message);
  }
}
