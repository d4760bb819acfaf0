package io.linkteller.models.operator;

import java.util.List;

/**
 * An operator that can be written in ONNX. A program of such operators can be exported; training,
 * serving and attacks do not need them.
 */
public interface ExportableOperator extends Operator {

  /**
   * Writes the forward pass without dropout.
   *
   * @param onnx takes the nodes
   * @param in the names of the inputs
   * @return the name of the output
   * @throws UnsupportedOperationException if the operator has a part without a form in ONNX, such
   *     as a function from elsewhere
   */
  String export(OnnxNodes onnx, List<String> in);
}
