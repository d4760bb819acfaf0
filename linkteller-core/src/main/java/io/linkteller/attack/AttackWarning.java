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
     * Some targets have no features to scale, so their measured influence is zero. Their edges can
     * only be found from the probe of the other end. Known before the first query. {@link
     * io.linkteller.attack.influence.FeatureReweighting#adding} also probes these targets.
     */
    NO_FEATURES_TO_SCALE,
    /**
     * The journal is damaged before its end. The damaged answers are requested again. Known before
     * the first query.
     */
    JOURNAL_DAMAGED,
    /**
     * The answers for all nodes are equal: the model does not distinguish the nodes, or does not
     * use their features. Known after the first query.
     */
    ANSWERS_EQUAL,
    /**
     * The base query got different answers with its nodes in another order: the client drops the
     * ids of a query and uses its row numbers instead, or the model depends on the order. Queries
     * of some of the nodes then get answers for others. Known after the last query.
     */
    IDS_IGNORED,
    /**
     * All numbers of an answer lie in [0, 1], like probabilities and unlike most logits.
     * Probabilities near 0 and 1 hide influence: convert them to logits ({@link
     * io.linkteller.inference.output.AnswerKind#asLogits}), or, if they are rounded, scale features
     * by a factor of 2. Known after the first query.
     */
    ANSWERS_LOOK_LIKE_PROBABILITIES,
    /**
     * Each of at least ten probes moved every answer. Either answers to equal queries differ, and
     * influences below this noise mean nothing, or the model mixes all rows of a query, or every
     * node reaches every other. {@link io.linkteller.attack.choice.InferenceCheck} distinguishes
     * noise from mixing; {@link io.linkteller.attack.influence.FeatureReweighting#measuringDelta}
     * measures noise. Known after the last query.
     */
    EVERYTHING_MOVED,
    /**
     * No probe changed any answer: Δ is too small for rounded answers, or the model does not use
     * the features that were sent. Every pair scores 0, so the ranking is arbitrary.
     */
    NOTHING_MOVED,
    /**
     * More than half of the predicted edges have a score of 0: there is no evidence for them, and
     * k̂ is larger than the density that the answers show.
     */
    MOST_SCORES_ZERO,
    /**
     * The attack stopped before it had decided whether each pair is an edge. An undecided pair
     * scores less than an edge. Known after the last query.
     */
    PAIRS_UNDECIDED;

    /** Returns whether the warning explains why pairs are predicted without evidence. */
    boolean explainsGuesses() {
      return this == NOTHING_MOVED || this == EVERYTHING_MOVED || this == MOST_SCORES_ZERO;
    }
  }
}
