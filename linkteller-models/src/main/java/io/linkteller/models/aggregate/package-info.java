/**
 * {@link io.linkteller.models.aggregate.Gap}, a model that uses edges only through noisy sums over
 * neighbors, and the black box that serves it.
 *
 * <p>Classes in this package do not access the graph itself. They use a {@link
 * io.linkteller.privacy.PrivateGraph}, which charges for each release before computing it. The
 * noise is added by a {@link io.linkteller.privacy.NeighborAggregation}; the module {@code
 * io.linkteller.dp} provides implementations.
 *
 * <p>May change in any version before 1.0.
 */
@NullMarked
package io.linkteller.models.aggregate;

import org.jspecify.annotations.NullMarked;
