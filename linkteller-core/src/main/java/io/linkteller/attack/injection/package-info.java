/**
 * Attacks by nodes that join the graph.
 *
 * <p>{@link io.linkteller.attack.injection.NodeInjectionAttack} connects a node of its own to each
 * target in turn. It needs a {@link io.linkteller.inference.JoinableApi}.
 */
@NullMarked
package io.linkteller.attack.injection;

import org.jspecify.annotations.NullMarked;
