package io.linkteller.models.operator;

import io.linkteller.matrix.CsrKernels;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * Selects rows by an index, Z_e = H_index(e), such as the row of each edge's source. Input: H. The
 * index is a {@link RowGroups}: row e of the output is row {@code groupOf(e)} of H.
 */
public final class Gather implements TrainableOperator, IncrementalOperator {

  private final RowGroups index;

  /**
   * Creates the operator.
   *
   * @param index the index, whose groups are the rows of H and whose rows are those of the output
   */
  public Gather(RowGroups index) {
    this.index = index;
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 1, 1);
    if (inputs.get(0).rows() != index.groupCount()) {
      throw new IllegalArgumentException(
          "an index of " + index.groupCount() + " rows does not fit " + inputs.get(0));
    }
    return new Shape(index.rowCount(), inputs.get(0).cols());
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    double[] h = in.dense(0).data;
    int width = out.numCols;
    pass.forEachRow(
        out.numRows,
        e -> System.arraycopy(h, index.groupOf(e) * width, out.data, e * width, width));
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    gradIn
        .of(0)
        .ifPresent(
            wanted -> pass.forEachRow(wanted.numRows, v -> backward(v, gradOut, wanted.data)));
  }

  private void backward(int v, DMatrixRMaj gradOut, double[] gradIn) {
    int width = gradOut.numCols;
    Arrays.fill(gradIn, v * width, (v + 1) * width, 0.0);
    for (int i = index.offset(v); i < index.offset(v + 1); i++) {
      CsrKernels.add(1, gradOut.data, index.member(i) * width, width, gradIn, v * width);
    }
  }

  @Override
  public void change(Changes in, RowChanges out) {
    RowChanges rows = in.of(0);
    for (int slot = 0; slot < rows.count(); slot++) {
      int v = rows.row(slot);
      for (int i = index.offset(v); i < index.offset(v + 1); i++) {
        System.arraycopy(rows.difference(slot), 0, out.add(index.member(i)), 0, rows.width());
      }
    }
  }
}
