/**
 * What Alice can do about attacks at the door: noticing them and refusing to answer (appendix D.1).
 *
 * <p>{@link io.linkteller.defense.QueryGuard} stands before a black box, counts what one client
 * asks, and refuses beyond limits with a {@link io.linkteller.defense.QueryRefusedException};
 * {@link io.linkteller.defense.QueryStatistics} is what it counted.
 *
 * <pre>{@code
 * QueryGuard guard = QueryGuard.builder(graph.nodeCount()).limitPerNodeSet(20).limitProbes(5).build();
 * InferenceApi guarded = guard.guarding(alice.serve(model));
 * }</pre>
 *
 * <p>A guard makes attacks dearer. It promises nothing: a client under several names passes.
 * Promises are those of {@link io.linkteller.privacy}.
 */
@NullMarked
package io.linkteller.defense;

import org.jspecify.annotations.NullMarked;
