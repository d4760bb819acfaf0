/**
 * Models in ONNX files. {@link io.linkteller.data.onnx.OnnxProgram} reads a file as a program of
 * this library's operators:
 *
 * <pre>{@code
 * InferenceApi api = GraphOwner.of(graph).serve(OnnxProgram.read(Path.of("gcn.onnx")));
 * }</pre>
 */
@NullMarked
package io.linkteller.data.onnx;

import org.jspecify.annotations.NullMarked;
