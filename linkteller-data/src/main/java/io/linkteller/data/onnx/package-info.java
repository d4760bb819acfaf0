/**
 * Models written as ONNX files. {@link io.linkteller.data.onnx.OnnxExport} writes models of this
 * library:
 *
 * <pre>{@code
 * OnnxExport.of(model).write(Path.of("gcn.onnx"));
 * }</pre>
 *
 * <p>An architecture from elsewhere is written by an {@link io.linkteller.data.onnx.OnnxLayout} of
 * its own, which the service loader finds.
 */
@NullMarked
package io.linkteller.data.onnx;

import org.jspecify.annotations.NullMarked;
