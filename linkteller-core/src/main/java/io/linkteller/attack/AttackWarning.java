package io.linkteller.attack;

import it.unimi.dsi.fastutil.ints.IntList;

/**
 * A sign that the result of an attack may be unreliable. Immutable.
 *
 * @param kind the reason
 * @param message the reason as a sentence, with numbers
 * @param nodes the ids of the affected nodes; empty if all are affected
 */
public record AttackWarning(Kind kind, String message, IntList nodes) {

  /** The reasons for a warning. */
  public enum Kind {
    /**
     * Some targets have no features to scale, so their influence is measured as zero. Their edges
     * can be found only by probing the node at the other end. Reported before the first query. To
     * probe these targets as well, use {@link
     * io.linkteller.attack.influence.FeatureReweighting#adding}.
     */
    NO_FEATURES_TO_SCALE,
    /**
     * The journal contains an incomplete or damaged record and was truncated there. The answers
     * that were cut off are requested again. Reported before the first query.
     */
    JOURNAL_DAMAGED,
    /**
     * The answers for all nodes are equal: the model does not distinguish the nodes, or does not
     * use their features. Reported after the first query.
     */
    ANSWERS_EQUAL,
    /**
     * The answers to the base query changed when its nodes were reordered: the client drops the ids
     * of a query and uses row numbers instead, or the model depends on the order of the nodes. A
     * query of a subset of the nodes is then answered for the wrong nodes. Reported after the last
     * query.
     */
    IDS_IGNORED,
    /**
     * All numbers in an answer lie in [0, 1], which is typical of probabilities but not of logits.
     * Probabilities near 0 and 1 hide influence: convert them to logits ({@link
     * io.linkteller.inference.output.AnswerKind#asLogits}), or, if they are rounded, scale features
     * by a factor of 2. Reported after the first query.
     */
    ANSWERS_LOOK_LIKE_PROBABILITIES,
    /**
     * Every probe changed every answer, in an attack with at least ten probes. Either answers to
     * equal queries differ, in which case influences below this noise are meaningless, or the model
     * mixes all rows of a query, or every node is within reach of every other node. {@link
     * io.linkteller.attack.choice.InferenceCheck} distinguishes noise from mixing; {@link
     * io.linkteller.attack.influence.FeatureReweighting#measuringDelta} measures noise. Reported
     * after the last query.
     */
    EVERYTHING_MOVED,
    /**
     * No probe changed any answer: Δ is too small for rounded answers, or the model does not use
     * the features that were sent. Every pair scores 0, so the ranking is arbitrary.
     */
    NOTHING_MOVED,
    /**
     * More than half of the m pairs that k̂ calls for have no evidence: k̂ is larger than the
     * density that the answers show.
     */
    MOST_SCORES_ZERO,
    /**
     * The attack stopped before it had decided every pair. Undecided pairs score lower than edges.
     * Reported after the last query.
     */
    PAIRS_UNDECIDED;

    /** Returns whether the warning explains why pairs are predicted without evidence. */
    boolean explainsGuesses() {
      return this == NOTHING_MOVED || this == EVERYTHING_MOVED || this == MOST_SCORES_ZERO;
    }
  }
}
