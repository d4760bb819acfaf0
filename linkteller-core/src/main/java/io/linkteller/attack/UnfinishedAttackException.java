package io.linkteller.attack;

import io.linkteller.attack.score.InfluenceExtent;
import io.linkteller.attack.score.InfluenceMatrix;
import io.linkteller.inference.InferenceException;

/**
 * An attack stopped on the way: the black box failed, a listener threw, or the thread was
 * interrupted. It carries the influences measured until then; {@link LinkTeller.Builder#resuming}
 * goes on from there.
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
            + (influences.extent() == InfluenceExtent.OF_ALL_NODES ? " nodes" : " targets")
            + " had been measured",
        cause);
    this.influences = influences;
  }

  /**
   * Returns what was measured before the failure.
   *
   * @return influences, some targets of which are not measured
   */
  public InfluenceMatrix influences() {
    return influences;
  }
}
