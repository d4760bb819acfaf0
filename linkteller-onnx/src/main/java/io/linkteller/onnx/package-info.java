/**
 * Models in ONNX files as black boxes, run by ONNX Runtime.
 *
 * <pre>{@code
 * try (OnnxModel api = OnnxModel.open(Path.of("gcn.onnx"), graph)) {
 *   LinkPrediction found = LinkTeller.attack(api, InferenceNodes.of(features), graph.density());
 * }
 * }</pre>
 */
@NullMarked
package io.linkteller.onnx;

import org.jspecify.annotations.NullMarked;
