/**
 * Defenses with which the graph owner limits queries: they detect attacks and refuse to answer
 * (appendix D.1 of the paper).
 *
 * <p>A {@link io.linkteller.defense.QueryGuard} wraps a black box, counts the queries of one
 * client, and refuses those that exceed its limits by throwing a {@link
 * io.linkteller.defense.QueryRefusedException}. {@link io.linkteller.defense.QueryStatistics}
 * contains the counts.
 *
 * <pre>{@code
 * QueryGuard guard = QueryGuard.builder(graph.nodeCount()).limitPerNodeSet(20).limitProbes(5).build();
 * InferenceApi guarded = guard.guarding(alice.serve(model));
 * }</pre>
 *
 * <p>A guard makes attacks more expensive but guarantees nothing: a client with several accounts
 * evades it. For guarantees, see {@link io.linkteller.privacy}.
 */
@NullMarked
package io.linkteller.defense;

import org.jspecify.annotations.NullMarked;
