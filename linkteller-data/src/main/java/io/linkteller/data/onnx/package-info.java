/**
 * Models in ONNX files. {@link io.linkteller.data.onnx.OnnxProgram} reads a file into a program of
 * the operators of this library:
 *
 * <pre>{@code
 * InferenceApi api = GraphOwner.of(graph).serve(OnnxProgram.read(Path.of("gcn.onnx")));
 * }</pre>
 */
@NullMarked
package io.linkteller.data.onnx;

import org.jspecify.annotations.NullMarked;
