/**
 * Attacks that find edges without measuring influences.
 *
 * <p>{@link io.linkteller.attack.direct.SubsetAttack} queries subsets of the targets: an answer
 * differs if a neighbor is missing. {@link io.linkteller.attack.direct.LabelAttack} needs only
 * labels: it places all nodes on a decision boundary and moves some of them, and the labels of
 * their neighbors change. {@link io.linkteller.attack.direct.ShownPairsAttack} reads answers that
 * show pairs themselves, in one query. None of them is in the paper. {@link
 * io.linkteller.attack.direct.Lsa2Attack} and {@link io.linkteller.attack.direct.RandomAttack} are
 * the baselines of section VI.
 */
@NullMarked
package io.linkteller.attack.direct;

import org.jspecify.annotations.NullMarked;
