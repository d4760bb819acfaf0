/**
 * Recovers the graph among the targets from labels alone.
 *
 * <p>{@link io.linkteller.attack.label.LabelAttack} places all nodes on a decision boundary and
 * moves some of them: the labels of their neighbors change.
 *
 * <p>Not in the paper, which leaves labels open.
 */
@NullMarked
package io.linkteller.attack.label;

import org.jspecify.annotations.NullMarked;
