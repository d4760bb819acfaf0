/**
 * Alice's side: a graph owner perturbs once, trains, and serves a black box (Algorithm 2).
 *
 * <p>{@link io.linkteller.models.serve.GraphOwner} holds the graph. Her {@code view} is what
 * training sees: the graph itself, or the perturbed one if she is protected, and then she has no
 * other. {@link io.linkteller.models.serve.ServedModel} is the {@link
 * io.linkteller.inference.InferenceApi} that comes of it.
 *
 * <pre>{@code
 * GraphOwner alice = GraphOwner.of(graph).protectedBy(LapGraph.withEpsilon(5));
 * Gcn trained = trainer.train(model, alice.view(), features, labels).model();
 * InferenceApi api = alice.serve(trained);
 * }</pre>
 *
 * <p>In the inductive setting another owner serves the same model on another graph.
 *
 * <p>A served model answers a query that edits features it has seen by recomputing only rows within
 * k hops of the edited ones (Theorem 1), and of the last layer only the observed rows. The answer is that of a full pass up
 * to rounding; {@link io.linkteller.models.serve.Recompute} turns this off, to compare.
 */
@NullMarked
package io.linkteller.models.serve;

import org.jspecify.annotations.NullMarked;
