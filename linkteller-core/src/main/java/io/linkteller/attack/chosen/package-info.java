/**
 * Attacks that choose all features of a query. The answers of a network of relu layers then depend
 * on a power of its normalized adjacency matrix, and the points at which a pre-activation changes
 * sign reveal lower powers.
 *
 * <p>The attacker must be allowed to send large, real-valued features for every node. {@link
 * io.linkteller.attack.chosen.ChosenFeatureAttack} recovers rows of the adjacency matrix, usually
 * with at most 3 queries per target and 80 more. For other models, it throws an {@link
 * io.linkteller.attack.UnsuitableModelException}.
 *
 * <pre>{@code
 * LinkPrediction found = LinkTeller.named("kinks").run(api, nodes, kHat);
 * }</pre>
 *
 * <p>This package has more classes than others because every decoder builds on the same diagnosis
 * of the model: the queries with multiples of one vector, the leading eigenvector, the depth and
 * the aggregation. If the decoders moved to another package, these internals would have to be
 * public.
 *
 * <p>These attacks are not in the paper.
 *
 * <p>May change in any version before 1.0.
 */
@NullMarked
package io.linkteller.attack.chosen;

import org.jspecify.annotations.NullMarked;
