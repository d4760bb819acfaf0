/**
 * The attack of a client who adds nodes of his own to the graph, linked to the targets and to each
 * other, and sees only the answers for these nodes.
 *
 * <p>{@link io.linkteller.attack.own.OwnNodesAttack} needs a {@link
 * io.linkteller.inference.JoinableApi}. A walk from the end of a chain of own nodes at target v to
 * a leaf at target u has as many steps as the chain has nodes, plus the distance between v and u,
 * plus one. If the chain is so long that this number is the depth of the model for adjacent
 * targets, a change of the features at its end changes the answer at the leaf of another target u
 * if and only if v and u are adjacent. {@code SumQueries} sends such changes for all targets in one
 * query, and {@code SubsetSums} finds the neighbors from the sums. A model of two layers has no
 * room for a chain; {@code FurtherLeaves} changes the degree of one target at a time instead.
 *
 * <p>Constants that limit errors and chance ({@code NOISE}, {@code CHANCE}) must not be lowered
 * without a new derivation; numbers of queries are pinned by tests.
 *
 * <p>May change in any version before 1.0.
 */
@NullMarked
package io.linkteller.attack.own;

import org.jspecify.annotations.NullMarked;
