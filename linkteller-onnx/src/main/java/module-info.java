/**
 * Models in ONNX files as black boxes, run by ONNX Runtime: {@link io.linkteller.onnx.OnnxModel}.
 */
module io.linkteller.onnx {
  requires static org.jspecify;
  requires transitive io.linkteller.core;
  requires transitive io.linkteller.data;
  requires com.microsoft.onnxruntime;

  exports io.linkteller.onnx;
}
