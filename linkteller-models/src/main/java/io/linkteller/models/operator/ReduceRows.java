package io.linkteller.models.operator;

import io.linkteller.matrix.ColumnSums;
import io.linkteller.matrix.DenseKernels;
import java.util.Arrays;
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

  /**
   * Creates the operator.
   *
   * @param reduction how rows are reduced
   */
  public ReduceRows(Reduction reduction) {
    this.reduction = reduction;
  }

  @Override
  public String name() {
    return "ReduceRows by " + reduction;
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 1, 1);
    return new Shape(1, inputs.get(0).cols());
  }

  private double scale(DMatrixRMaj h) {
    return reduction == Reduction.MEAN ? Math.max(1, h.numRows) : 1;
  }

  @Override
  public boolean couplesRows() {
    return true;
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    DMatrixRMaj h = in.dense(0);
    if (reduction.isExtreme()) {
      for (int c = 0; c < h.numCols; c++) {
        int best = extreme(h, c);
        out.data[c] = best < 0 ? 0 : h.data[best * h.numCols + c];
      }
      return;
    }
    ColumnSums.of(h, out.data, pass.workers());
    for (int c = 0; c < h.numCols; c++) {
      out.data[c] /= scale(h);
    }
  }

  /** Returns the row that attains the extreme of a column, or -1 if there are no rows. */
  private int extreme(DMatrixRMaj h, int c) {
    int best = -1;
    for (int u = 0; u < h.numRows; u++) {
      if (best < 0 || reduction.isBetter(h.data[u * h.numCols + c], h.data[best * h.numCols + c])) {
        best = u;
      }
    }
    return best;
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    DMatrixRMaj h = in.dense(0);
    int width = h.numCols;
    gradIn
        .of(0)
        .ifPresent(
            wanted -> {
              Arrays.fill(wanted.data, 0, wanted.getNumElements(), 0.0);
              for (int c = 0; c < width; c++) {
                if (reduction.isExtreme()) {
                  if (h.numRows > 0) {
                    wanted.data[extreme(h, c) * width + c] = gradOut.data[c];
                  }
                } else {
                  double grad = gradOut.data[c] / scale(h);
                  for (int u = 0; u < h.numRows; u++) {
                    wanted.data[u * width + c] = grad;
                  }
                }
              }
            });
  }

  @Override
  public void change(Changes in, RowChanges out) {
    if (reduction.isExtreme()) {
      extremes(in, out, false);
    } else {
      sums(in, out);
    }
  }

  @Override
  public void derivative(Changes in, RowChanges out) {
    if (reduction.isExtreme()) {
      extremes(in, out, true);
    } else {
      sums(in, out);
    }
  }

  private void sums(Changes in, RowChanges out) {
    RowChanges rows = in.of(0);
    double[] difference = out.add(0);
    double scale = scale(in.dense(0));
    for (int slot = 0; slot < rows.count(); slot++) {
      DenseKernels.add(1, rows.difference(slot), rows.width(), difference);
    }
    for (int c = 0; c < rows.width(); c++) {
      difference[c] /= scale;
    }
  }

  private void extremes(Changes in, RowChanges out, boolean derivative) {
    RowChanges rows = in.of(0);
    DMatrixRMaj h = in.dense(0);
    double[] difference = out.add(0);
    for (int c = 0; c < h.numCols; c++) {
      int before = extreme(h, c);
      int best = derivative ? before : -1;
      double largest = 0;
      for (int u = 0; u < h.numRows && !derivative; u++) {
        double after = h.data[u * h.numCols + c] + changeOf(rows, u, c);
        if (best < 0 || reduction.isBetter(after, largest)) {
          best = u;
          largest = after;
        }
      }
      difference[c] =
          h.data[best * h.numCols + c] - h.data[before * h.numCols + c] + changeOf(rows, best, c);
    }
  }

  private static double changeOf(RowChanges rows, int row, int c) {
    int slot = rows.slotOf(row);
    return slot < 0 ? 0 : rows.difference(slot)[c];
  }

  @Override
  public String export(OnnxNodes onnx, List<String> in) {
    return onnx.reduce(reduction.onnxOperator(), in.get(0), 0);
  }
}
