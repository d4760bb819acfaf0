package io.linkteller.attack;

import it.unimi.dsi.fastutil.ints.IntList;

/**
 * A sign that the result of an attack may be worth little. Immutable.
 *
 * @param kind what was seen
 * @param message the same in a sentence, with numbers
 * @param nodes the ids of the nodes that it is about; empty if it is about all
 */
public record AttackWarning(Kind kind, String message, IntList nodes) {

  /** What an attack can warn of. */
  public enum Kind {
    /**
     * Some targets have no features that could be scaled, so their influence comes out as zero. Of
     * their edges only what the other end's probe shows is found. Known before the first query;
     * {@link LinkTeller.Builder#adding} probes these targets too.
     */
    NO_FEATURES_TO_SCALE,
    /**
     * The answers for all nodes are equal: the model does not tell the nodes apart, or does not use
     * their features. Known after the first query.
     */
    ANSWERS_EQUAL,
    /**
     * All numbers of an answer lie in [0, 1], as probabilities do and logits rarely do.
     * Probabilities near 0 and 1 hide influence: make logits of them ({@link
     * io.linkteller.inference.output.LogRatios}), or, if they are rounded, use {@link
     * io.linkteller.attack.coarse.CoarseAttack}. Known after the first query.
     */
    ANSWERS_LOOK_LIKE_PROBABILITIES,
    /**
     * No probe moved any answer: Δ is too small for rounded answers, or the model does not use the
     * features sent. Every pair scores 0, and the ranking is the order of ties.
     */
    NOTHING_MOVED,
    /**
     * More than half of the named pairs have a score of 0: nothing speaks for them, and k̂ is
     * larger than what the answers show.
     */
    MOST_SCORES_ZERO
  }
}
