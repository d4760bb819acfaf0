/**
 * Recovers the graph among the targets by leaving some of them out of a query.
 *
 * <p>{@link io.linkteller.attack.subset.SubsetAttack} needs no change of any feature.
 *
 * <p>Not in the paper.
 */
@NullMarked
package io.linkteller.attack.subset;

import org.jspecify.annotations.NullMarked;
