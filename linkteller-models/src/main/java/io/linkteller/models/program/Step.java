package io.linkteller.models.program;

import io.linkteller.matrix.DenseOperand;
import io.linkteller.models.operator.Operator;
import io.linkteller.models.operator.Shape;
import io.linkteller.models.parameter.Tensor;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/** How one value of a program is computed, and where it is stored. */
final class Step {

  /** Empty for features, parameters and constants. */
  final Optional<Operator> operator;

  final Optional<Tensor> tensor;
  final int[] inputs;
  final Shape shape;

  /** The value after the last forward pass. */
  final DMatrixRMaj output;

  final DenseOperand view;

  /** The number of activations before this step, which identifies its dropout masks. */
  int site;

  /** Distinguishes the operators with dropout between two activations. */
  int ordinal;

  /** Whether the value depends on the features. */
  boolean varies;

  /** Whether the value depends on a trained parameter. */
  boolean trains;

  /** Whether the value is the same in all passes. */
  boolean fixed;

  /** The last step that reads the value; for the output of the program, the number of steps. */
  int lastUse = -1;

  /** Whether the changes of the value may overwrite those of the first input. */
  boolean inPlace;

  /** Whether only observed rows of the value are wanted. */
  boolean observedOnly;

  private Step(
      Optional<Operator> operator,
      Optional<Tensor> tensor,
      int[] inputs,
      Shape shape,
      DMatrixRMaj output) {
    this.operator = operator;
    this.tensor = tensor;
    this.inputs = inputs;
    this.shape = shape;
    this.output = output;
    this.view = DenseOperand.view(output);
  }

  private static Step without(Optional<Tensor> tensor, DMatrixRMaj output) {
    Shape shape = new Shape(output.numRows, output.numCols);
    return new Step(Optional.empty(), tensor, new int[0], shape, output);
  }

  static Step ofFeatures(Shape shape) {
    Step step = ofShape(shape);
    step.varies = true;
    return step;
  }

  static Step ofTensor(Tensor tensor) {
    Step step = without(Optional.of(tensor), tensor.value());
    step.trains = tensor.trained();
    return step;
  }

  static Step ofConstant(DMatrixRMaj constant) {
    Step step = without(Optional.empty(), constant);
    step.fixed = true;
    return step;
  }

  static Step ofShape(Shape shape) {
    DMatrixRMaj output = new DMatrixRMaj(0, 0);
    return new Step(Optional.empty(), Optional.empty(), new int[0], shape, output);
  }

  static Step of(Operator operator, int[] inputs, Shape shape) {
    DMatrixRMaj output = new DMatrixRMaj(0, 0);
    return new Step(Optional.of(operator), Optional.empty(), inputs, shape, output);
  }

  boolean isFeatures() {
    return operator.isEmpty() && varies;
  }
}
