package io.linkteller.attack.chosen;

import io.linkteller.inference.InferenceException;

/**
 * The black box answers, but not as a network does whose layers are relu of a fixed, non-negative
 * aggregation: chosen features tell nothing about it that {@link io.linkteller.attack.LinkTeller}
 * would not.
 */
public final class UnsuitableModelException extends InferenceException {

  private static final long serialVersionUID = 1L;

  public UnsuitableModelException(String message) {
    super(message);
  }
}
