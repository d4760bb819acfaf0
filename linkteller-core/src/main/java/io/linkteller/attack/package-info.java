/**
 * Edge-inference attacks, which predict edges between target nodes by querying a black box.
 *
 * <p>Suggested reading order:
 *
 * <ol>
 *   <li>{@code LinkTeller}, the entry point: Algorithm 1 of the paper, in one call or through a
 *       builder with all its settings.
 *   <li>{@link io.linkteller.attack.LinkPrediction}, its result: the ranking, the m best pairs, and
 *       the number of queries.
 *   <li>{@link io.linkteller.attack.influence.InfluenceMatrix}, the measurement: how much each
 *       target's features affect each target's logits.
 *   <li>{@link io.linkteller.attack.reading.PairScore} and {@link io.linkteller.attack.PairScores}:
 *       how influences are combined into the score of a pair.
 *   <li>{@code io.linkteller.attack.chosen}: stronger attacks for an attacker who may choose the
 *       features.
 *   <li>{@code io.linkteller.attack.compressed}: an attack that changes the features of all targets
 *       in every query and sends far fewer queries than there are targets.
 *   <li>{@link io.linkteller.attack.prior}: an attack on graphs protected by differential privacy.
 *   <li>{@link io.linkteller.attack.choice}: an attack that chooses among the others based on
 *       answers. {@link io.linkteller.attack.LinkAttackProvider} finds every attack by name.
 *   <li>{@link io.linkteller.attack.LinkAttack}, the interface that every attack implements, and
 *       {@link io.linkteller.attack.direct.Lsa2Attack} and {@link
 *       io.linkteller.attack.direct.RandomAttack}, the baselines in section VI of the paper.
 * </ol>
 *
 * <pre>{@code
 * LinkPrediction found = LinkTeller.attack(api, InferenceNodes.of(features), 0.004);
 * for (ScoredPair edge : found.edges()) {
 *   System.out.println(edge.u() + " - " + edge.v());
 * }
 * }</pre>
 *
 * <p>If the black box fails, the attack throws an {@link
 * io.linkteller.inference.InferenceException}. An attack with a journal resumes where it stopped
 * when it is run again.
 */
@NullMarked
package io.linkteller.attack;

import org.jspecify.annotations.NullMarked;
