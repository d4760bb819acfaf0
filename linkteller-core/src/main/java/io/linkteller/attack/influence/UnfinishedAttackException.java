package io.linkteller.attack.influence;

import io.linkteller.inference.InferenceException;

/**
 * Thrown if an attack did not finish because the black box failed, a listener threw an exception,
 * or the thread was interrupted. It carries the influences measured so far, which can be ranked as
 * they are ({@link InfluenceMatrix#zeroWhereUnmeasured}). An attack with a {@link
 * io.linkteller.attack.AttackBuilder#journal} continues where it stopped when it is run again.
 */
public final class UnfinishedAttackException extends InferenceException {

  private static final long serialVersionUID = 1L;

  private final transient InfluenceMatrix influences;

  UnfinishedAttackException(RuntimeException cause, InfluenceMatrix influences) {
    super(
        (cause instanceof InferenceException ? cause.getMessage() : cause.toString())
            + "; "
            + influences.measuredCount()
            + " of "
            + influences.probedCount()
            + " targets had been measured",
        cause);
    this.influences = influences;
  }

  /** {@return the influences measured before the failure} */
  public InfluenceMatrix influences() {
    return influences;
  }
}
