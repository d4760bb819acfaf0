/**
 * The black box G_BB(V^(I), X^(I)) of section III of the paper: queries to a model, and its
 * answers.
 *
 * <p>{@link io.linkteller.inference.InferenceApi} is the only interface between a model and an
 * attack. Its single abstract method maps an {@link io.linkteller.inference.InferenceQuery} (ids of
 * nodes and their features) to one row of logits per node. Implement it to attack a model of your
 * own:
 *
 * <pre>{@code
 * InferenceApi api =
 *     query -> new DMatrixRMaj(client.predict(query.nodes(), query.features().toDense()));
 * }</pre>
 *
 * <p>A query has base features, an {@link io.linkteller.feature.FeatureEdit} of them, which
 * represents the probe of an attack, and the rows of the answer that will be read. {@code
 * features()} returns the base with the edit applied, for models that do not support edits.
 *
 * <p>{@link io.linkteller.inference.InferenceNodes} is the attacker's input: V^(I), X^(I) and the
 * targets V^(C).
 *
 * <pre>{@code
 * InferenceNodes all = InferenceNodes.of(features);
 * InferenceNodes some = InferenceNodes.of(features).targeting(3, 14, 15);
 * }</pre>
 *
 * <p>{@link io.linkteller.inference.InferenceQuery} validates answers; an {@link
 * io.linkteller.inference.InferenceException} names the query that failed and what the model
 * returned.
 *
 * <p>For models that return probabilities or labels, see {@link io.linkteller.inference.output};
 * for models behind HTTP, {@code io.linkteller.remote}; for attacks that can be resumed, {@link
 * io.linkteller.inference.journal}, which stores the keys of {@link
 * io.linkteller.inference.QueryKeys}. Next: {@link io.linkteller.attack}.
 */
@NullMarked
package io.linkteller.inference;

import org.jspecify.annotations.NullMarked;
