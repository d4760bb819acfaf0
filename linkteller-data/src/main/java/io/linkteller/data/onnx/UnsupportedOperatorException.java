package io.linkteller.data.onnx;

/**
 * Thrown when an ONNX file is valid but has an operator, or uses an operator in a way, that this
 * library does not support. ONNX Runtime may be able to run the file. The message names the
 * operator and the node.
 */
public final class UnsupportedOperatorException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnsupportedOperatorException(String message) {
    super(message);
  }
}
