/**
 * The one gate to a private graph: a {@link io.linkteller.dp.session.PrivateSession} holds the
 * graph, charges every release to a {@link io.linkteller.dp.session.PrivacyLedger} before it is
 * computed, and states the total guarantee.
 *
 * <pre>{@code
 * PrivateSession session = PrivateSession.withBudget(graph, 5);
 * PerturbedGraph released = session.perturb(LapGraph.withEpsilon(4));
 * session.guarantee();   // of everything that was released, by composition
 * }</pre>
 */
@NullMarked
package io.linkteller.dp.session;

import org.jspecify.annotations.NullMarked;
