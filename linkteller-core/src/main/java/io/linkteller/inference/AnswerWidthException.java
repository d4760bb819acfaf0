package io.linkteller.inference;

/** Thrown if a black box returns a different number of logits per node than before. */
public final class AnswerWidthException extends InferenceException {

  private static final long serialVersionUID = 1L;

  AnswerWidthException(String message) {
    super(message);
  }
}
