/**
 * Attacks that find edges without measuring influences.
 *
 * <p>{@link io.linkteller.attack.direct.SubsetAttack} queries subsets of the targets: the answer
 * for a node changes if a neighbor is left out. {@link io.linkteller.attack.direct.LabelAttack}
 * needs only labels: it sets the features of all nodes close to a decision boundary ({@code
 * DecisionBoundary}) and moves some of them across it, which changes the labels of their neighbors;
 * {@code NeighborSearch} adds one target after another and separates its neighbors from other nodes
 * that change by coloring the known graph. {@link io.linkteller.attack.direct.ShownPairsAttack}
 * reads pairs directly from the answer to one query. None of these attacks is in the paper. {@link
 * io.linkteller.attack.direct.Lsa2Attack} and {@link io.linkteller.attack.direct.RandomAttack} are
 * the baselines in section VI of the paper.
 */
@NullMarked
package io.linkteller.attack.direct;

import org.jspecify.annotations.NullMarked;
