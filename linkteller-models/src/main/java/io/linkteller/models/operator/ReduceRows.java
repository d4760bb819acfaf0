package io.linkteller.models.operator;

import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * All rows reduced to one, such as the statistics of a normalization over nodes or the message of a
 * virtual node. Input: H. A value that is combined with the result couples all rows: its changes
 * are dense.
 */
public final class ReduceRows
    implements TrainableOperator, IncrementalOperator, ExportableOperator {

  private final Reduction reduction;

  /** The reduction of the only group, to which all rows belong. */
  private Scatter ofAll;

  /**
   * Creates the operator.
   *
   * @param reduction how rows are reduced
   */
  public ReduceRows(Reduction reduction) {
    this.reduction = reduction;
    this.ofAll = ofRows(0);
  }

  private Scatter ofRows(int rows) {
    return Scatter.of(RowGroups.of(new int[rows], 1), reduction);
  }

  @Override
  public String name() {
    return "ReduceRows by " + reduction;
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 1, 1);
    ofAll = ofRows(inputs.get(0).rows());
    return ofAll.shape(inputs);
  }

  @Override
  public boolean couplesRows() {
    return true;
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    ofAll.forward(in, out, pass);
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    ofAll.backward(in, gradOut, gradIn, pass);
  }

  @Override
  public void change(Changes in, RowChanges out) {
    ofAll.change(in, out);
  }

  @Override
  public String export(OnnxNodes onnx, List<String> in) {
    return onnx.reduce(reduction.onnxOperator(), in.get(0), 0);
  }
}
