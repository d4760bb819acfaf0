/**
 * Noise on numbers that are computed from a graph, instead of on the graph itself: on {@link
 * io.linkteller.dp.noise.GaussianAggregation sums over neighbors}, for models with aggregation
 * perturbation (GAP).
 *
 * <p>The numbers are rounded to a grid, and the noise is integer-valued and drawn by the exact
 * samplers of {@link io.linkteller.dp.sampling}. The guarantees hold for the actual computation.
 */
@NullMarked
package io.linkteller.dp.noise;

import org.jspecify.annotations.NullMarked;
