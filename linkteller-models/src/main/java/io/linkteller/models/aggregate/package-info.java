/**
 * A model that sees edges only through noisy sums over neighbors, {@link
 * io.linkteller.models.aggregate.Gap}, and the black box that serves it.
 *
 * <p>Nothing in this package holds the graph: it holds a {@link
 * io.linkteller.privacy.PrivateGraph}, which charges each release before it is computed. The
 * mechanism that adds the noise is a {@link io.linkteller.privacy.NeighborAggregation}, such as
 * those of the module {@code io.linkteller.dp}.
 *
 * <p>May change in any version before 1.0.
 */
@NullMarked
package io.linkteller.models.aggregate;

import org.jspecify.annotations.NullMarked;
