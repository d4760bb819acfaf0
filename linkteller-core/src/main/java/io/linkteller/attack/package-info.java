/**
 * Edge-inference attacks: from a black box and a belief of the density to the pairs that are called
 * edges.
 *
 * <p>To be read in this order:
 *
 * <ol>
 *   <li>{@link io.linkteller.attack.LinkTeller}, the way in: Algorithm 1 of the paper in one call,
 *       or with all its settings spelled out.
 *   <li>{@link io.linkteller.attack.LinkPrediction}, what it returns: the ranking, the m best
 *       pairs, and how many queries they cost.
 *   <li>{@link io.linkteller.attack.score.InfluenceMatrix}, the measurement: how much each target's
 *       features move each target's logits, in |V^(C)| + 1 queries.
 *   <li>{@link io.linkteller.attack.score.PairScore} and {@link
 *       io.linkteller.attack.score.PairScores}: how two influences become the score of a pair.
 *   <li>{@link io.linkteller.attack.belief.DensityBelief} and {@link
 *       io.linkteller.attack.belief.DensityEstimate}: how many pairs to name, and where such a
 *       belief may come from (appendix D.2). {@link io.linkteller.attack.belief.PriorKnowledge}:
 *       pairs that need not be guessed (appendix D.3).
 *   <li>{@link io.linkteller.attack.coarse}: answers that are rounded, noisy, or labels only.
 *   <li>{@link io.linkteller.attack.chosen}: the stronger attack of someone who may send features
 *       of his own choice.
 *   <li>{@link io.linkteller.attack.LinkAttack}, which every attack implements; {@link
 *       io.linkteller.attack.baseline.Lsa2Attack} and {@link
 *       io.linkteller.attack.baseline.RandomAttack}, the baselines of section VI.
 * </ol>
 *
 * <pre>{@code
 * LinkPrediction found = LinkTeller.attack(api, InferenceNodes.of(features), 0.004);
 * for (ScoredPair edge : found.edges()) {
 *   System.out.println(edge.u() + " - " + edge.v());
 * }
 * }</pre>
 *
 * <p>A black box that fails ends an attack with an {@link
 * io.linkteller.attack.UnfinishedAttackException}, which carries what was measured. An attack with
 * a journal continues where it stopped when it is run again.
 */
@NullMarked
package io.linkteller.attack;

import org.jspecify.annotations.NullMarked;
