/**
 * The side of the graph owner, Alice in the paper: perturbing the graph and serving a model as a
 * black box (Algorithm 2).
 *
 * <p>{@link io.linkteller.models.serve.GraphOwner} holds the graph. Its method {@code view} returns
 * the graph to train on, which is the perturbed graph if the owner is protected. {@link
 * io.linkteller.models.serve.ServedModel} is the resulting {@link
 * io.linkteller.inference.InferenceApi}.
 *
 * <pre>{@code
 * GraphOwner alice = GraphOwner.of(graph).protectedBy(LapGraph.withEpsilon(5));
 * Gcn trained = trainer.train(model, alice.view(), features, labels).model();
 * InferenceApi api = alice.serve(trained);
 * }</pre>
 *
 * <p>In the inductive setting another owner serves the same model on another graph.
 *
 * <p>If a query edits the features of an earlier query, a served model recomputes only rows within
 * k hops of the edited rows (Theorem 1), and only the observed rows of the last layer. The answer
 * equals that of a full pass up to rounding. {@link io.linkteller.models.serve.Recompute} disables
 * this for comparisons.
 */
@NullMarked
package io.linkteller.models.serve;

import org.jspecify.annotations.NullMarked;
