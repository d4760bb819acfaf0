/**
 * Alice's black box G_BB(V^(I), X^(I)) of section III: what may be asked of a model, and what comes
 * back.
 *
 * <p>{@link io.linkteller.inference.InferenceApi} is the one door between a model and an attack. It
 * has one method, from an {@link io.linkteller.inference.InferenceQuery} (ids of nodes and their
 * features) to one row of logits per node. Implement it to attack a model of your own:
 *
 * <pre>{@code
 * InferenceApi api = query -> new DMatrixRMaj(client.predict(query.features().toDense()));
 * }</pre>
 *
 * <p>A query has base features, an {@link io.linkteller.feature.FeatureEdit} of them, which is what
 * a probe is, and the rows of the answer that will be read. {@code features()} is the base with the
 * edit applied, for models that look no further.
 *
 * <p>{@link io.linkteller.inference.InferenceNodes} is what Bob brings: V^(I), X^(I) and his
 * targets V^(C).
 *
 * <pre>{@code
 * InferenceNodes all = InferenceNodes.of(features);
 * InferenceNodes some = InferenceNodes.of(features).targeting(3, 14, 15);
 * }</pre>
 *
 * <p>{@link io.linkteller.inference.Answers} refuses invalid answers, and {@link
 * io.linkteller.inference.InferenceException} says which query failed and what came back.
 *
 * <p>Models that show less than logits: {@link io.linkteller.inference.output}. Models at the end
 * of a wire: {@link io.linkteller.remote}. Answers that must not be lost: {@link
 * io.linkteller.inference.journal}. Next: {@link io.linkteller.attack}.
 */
@NullMarked
package io.linkteller.inference;

import org.jspecify.annotations.NullMarked;
