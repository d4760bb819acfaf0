package io.linkteller.attack;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;

/**
 * An edge-inference attack: finds edges between target nodes by querying a black box.
 *
 * <pre>{@code
 * LinkAttack guesses =
 *     session -> Finding.of(PairScores.ofAll(session.targetCount(), (i, j) -> 1.0 / (j - i)));
 * }</pre>
 */
@FunctionalInterface
public interface LinkAttack {

  /**
   * Queries the black box and scores all pairs of targets. The session counts the queries and
   * validates the answers; {@link #run} ranks the pairs.
   *
   * @param session the nodes, the belief, and the black box
   * @return the scores of all pairs and any additional results
   * @throws io.linkteller.inference.InferenceException if the black box fails
   */
  Finding find(QuerySession session);

  /** {@return the name shown in predictions; for registered attacks, the registered name} */
  default String name() {
    return "attack";
  }

  /**
   * {@return a description of everything, apart from the nodes, that determines the queries; a
   * journal with a different key is rejected}
   */
  default String journalKey() {
    return name();
  }

  /** {@return the settings that all attacks share; by default, {@link AttackSettings#DEFAULT}} */
  default AttackSettings settings() {
    return AttackSettings.DEFAULT;
  }

  /**
   * Returns this attack with the given name, journal key and settings.
   *
   * @param name the name shown in predictions
   * @param journalKey a description of everything, apart from the nodes, that determines the
   *     queries
   * @param settings threads, listener, journal, verification and query limit
   * @return the attack
   */
  default LinkAttack named(String name, String journalKey, AttackSettings settings) {
    return new NamedAttack(name, journalKey, settings, this);
  }

  /**
   * Returns this attack with different settings.
   *
   * @param settings threads, listener, journal, verification and query limit
   * @return the attack
   */
  default LinkAttack with(AttackSettings settings) {
    return named(name(), journalKey(), settings);
  }

  /**
   * Attacks a black box.
   *
   * @param api the black box
   * @param nodes the nodes that Bob may query, their features, and his targets, at least two
   * @param kHat k̂, Bob's belief about the density among the targets, in (0, 1]; the m = ceil(k̂
   *     n(n - 1)/2) highest-ranked pairs of the n targets are predicted to be edges
   * @return the ranking and the predicted edges
   * @throws IllegalArgumentException before the first query, if {@code kHat} is out of range, there
   *     are fewer than two targets, or the journal belongs to another attack
   * @throws io.linkteller.inference.InferenceException if the black box fails
   */
  default LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    // Fail before a journal is created.
    LinkPrediction.predictedCount(kHat, nodes.pairCount());
    return settings().open(journalKey(), api, nodes, kHat, session -> session.predicted(this));
  }
}
