/**
 * Models in ONNX files. {@link io.linkteller.data.onnx.OnnxProgram} reads a file into a program of
 * the operators of this library:
 *
 * <pre>{@code
 * InferenceApi api = GraphOwner.of(graph).serve(OnnxProgram.read(Path.of("gcn.onnx")));
 * }</pre>
 *
 * <p>{@link io.linkteller.data.onnx.OnnxExport} writes models of this library:
 *
 * <pre>{@code
 * OnnxExport.of(model).write(Path.of("gcn.onnx"));
 * }</pre>
 *
 * <p>Each operator says which nodes of ONNX it is, so that architectures from elsewhere can be
 * exported, too.
 */
@NullMarked
package io.linkteller.data.onnx;

import org.jspecify.annotations.NullMarked;
