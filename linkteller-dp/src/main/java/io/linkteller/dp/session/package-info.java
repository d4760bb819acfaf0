/**
 * Sessions, which are the only way to use a private graph. A {@link
 * io.linkteller.dp.session.PrivateSession} contains the graph, charges every release to a {@link
 * io.linkteller.dp.session.PrivacyLedger} before it is computed, and reports the total guarantee.
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
