package io.linkteller.attack;

/** A property of an attack that its users need to know. */
public enum AttackTrait {
  /** It queries the model. */
  ASKS,
  /** It measures influences, from which a {@link io.linkteller.attack.score.PairScore} is made. */
  MEASURES,
  /** It reads logits only. */
  NEEDS_LOGITS,
  /** It may leave pairs without a score. */
  LEAVES_PAIRS,
  /** It draws random guesses. */
  GUESSES,
  /** It reads a perturbed graph through another attack. */
  READS_THROUGH_ANOTHER
}
