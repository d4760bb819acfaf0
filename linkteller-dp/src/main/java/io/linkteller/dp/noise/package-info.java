/**
 * Noise on numbers that are computed from a graph instead of on the graph itself: {@link
 * io.linkteller.dp.noise.GaussianAggregation sums over neighbors} for a model that aggregates
 * (GAP).
 *
 * <p>The noise is integer-valued, on numbers that were rounded to a grid, from the exact samplers
 * of {@link io.linkteller.dp.sampling}. The guarantees hold for the actual computation.
 */
@NullMarked
package io.linkteller.dp.noise;

import org.jspecify.annotations.NullMarked;
