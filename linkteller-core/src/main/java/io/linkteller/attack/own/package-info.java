/**
 * The attack of a client who sees only the answers of his own nodes, which join the graph, linked
 * to the targets and to each other.
 *
 * <p>{@link io.linkteller.attack.own.OwnNodesAttack} needs a {@link
 * io.linkteller.inference.JoinableApi}. A walk from a chain of own nodes at target v to a leaf at
 * target u takes the length of the chain, the distance of v and u, and one step; if that sum is the
 * depth of the model, the answer at u moves if and only if v and u are adjacent.
 *
 * <p>May change in any version before 1.0.
 */
@NullMarked
package io.linkteller.attack.own;

import org.jspecify.annotations.NullMarked;
