/**
 * Attacks that choose all features of a query. The answers of a network of relu layers are then
 * powers of its normalized adjacency matrix, and points where a pre-activation changes sign reveal
 * lower powers.
 *
 * <p>The attacker must be allowed to send large, real-valued features for every node. {@link
 * io.linkteller.attack.chosen.ChosenFeatureAttack} recovers rows of the adjacency matrix with up to
 * 3 queries per target and about 80 more; {@link io.linkteller.attack.UnsuitableModelException} is
 * thrown for other models.
 *
 * <pre>{@code
 * LinkPrediction found = LinkTeller.named("kinks").run(api, nodes, kHat);
 * }</pre>
 *
 * <p>This package holds more classes than others because every decoding starts with the same
 * diagnosis: the query of multiples of one vector, the leading eigenvector, depth and aggregation.
 * Splitting the decoding off would make these internals public.
 *
 * <p>Not in the paper.
 *
 * <p>May change in any version before 1.0.
 */
@NullMarked
package io.linkteller.attack.chosen;

import org.jspecify.annotations.NullMarked;
