package io.linkteller.models.network;

import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.parallel.Workers;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * A layer of which only the passes are known. Changes are the difference of two full passes over
 * the written-out input, which is kept from the first query after a pass to the next pass.
 */
final class FullPassLayer implements IncrementalLayer {

  /**
   * The step of a difference quotient, against the largest number of the input. With quotients over
   * one step and two, extrapolated, the error is of the order of the fourth power of the step and
   * of rounding over the step.
   */
  private static final double STEP = 0x1p-12;

  private final Layer layer;
  private @Nullable LeftOperand input;
  private Pass pass = Pass.predicting(Workers.sequential());

  /** H written out, with changes made and undone in place; no rows before the first query. */
  private final DMatrixRMaj written = new DMatrixRMaj(0, 0);

  /** Z of the written-out input: not that of the pass, whose products may have been rounded. */
  private final DMatrixRMaj base = new DMatrixRMaj(0, 0);

  private final DMatrixRMaj changed = new DMatrixRMaj(0, 0);
  private double[] rowCopy = new double[0];

  FullPassLayer(Layer layer) {
    this.layer = layer;
  }

  @Override
  public int inputWidth() {
    return layer.inputWidth();
  }

  @Override
  public int outputWidth() {
    return layer.outputWidth();
  }

  @Override
  public List<Tensor> parameters() {
    return layer.parameters();
  }

  @Override
  public synchronized void forward(LeftOperand in, DMatrixRMaj out, Pass newPass) {
    layer.forward(in, out, newPass);
    input = in;
    pass = newPass;
    written.reshape(0, 0);
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass ofForward) {
    layer.backward(in, gradOut, gradIn, ofForward);
  }

  private void writeOut() {
    LeftOperand in = input;
    if (in == null) {
      throw new IllegalStateException("changes need a forward pass before them");
    }
    if (written.numRows == in.rows()) {
      return;
    }
    written.reshape(in.rows(), in.cols());
    double[] row = new double[in.cols()];
    for (int u = 0; u < in.rows(); u++) {
      in.copyRow(u, row);
      System.arraycopy(row, 0, written.data, u * row.length, row.length);
    }
    layer.forward(DenseOperand.view(written), base, pass);
  }

  @Override
  public synchronized void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    writeOut();
    out.clear(outputWidth());
    addDifference(in, 1, 1, out);
  }

  @Override
  public synchronized void moveInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    writeOut();
    out.clear(outputWidth());
    double largest = 0;
    double fastest = 0;
    for (int i = 0; i < written.getNumElements(); i++) {
      largest = Math.max(largest, Math.abs(written.data[i]));
    }
    for (int slot = 0; slot < in.count(); slot++) {
      for (int i = 0; i < in.width(); i++) {
        fastest = Math.max(fastest, Math.abs(in.difference(slot)[i]));
      }
    }
    if (fastest > 0) {
      // A power of two keeps steps and quotients exact.
      double scale = (largest > 0 ? largest : 1) / fastest;
      double step = STEP * Math.scalb(1.0, Math.getExponent(scale));
      // (4 D(h) - D(2h)) / 3 with the central quotients D(h) = (Z(h) - Z(-h)) / 2h.
      addDifference(in, step, 4 / (6 * step), out);
      addDifference(in, -step, -4 / (6 * step), out);
      addDifference(in, 2 * step, -1 / (12 * step), out);
      addDifference(in, -2 * step, 1 / (12 * step), out);
    }
  }

  @Override
  public boolean moveWithInputRow(int row, RowChanges out, ChangeBuffers buffers) {
    return false;
  }

  /** Adds weight (layer(H + step in) - layer(H)), for the rows where that is not zero. */
  private void addDifference(RowChanges in, double step, double weight, RowChanges out) {
    int d = inputWidth();
    int width = outputWidth();
    if (rowCopy.length < in.count() * d) {
      rowCopy = new double[in.count() * d];
    }
    for (int slot = 0; slot < in.count(); slot++) {
      int at = in.row(slot) * d;
      System.arraycopy(written.data, at, rowCopy, slot * d, d);
      for (int i = 0; i < d; i++) {
        written.data[at + i] += step * in.difference(slot)[i];
      }
    }
    try {
      layer.forward(DenseOperand.view(written), changed, pass);
    } finally {
      for (int slot = 0; slot < in.count(); slot++) {
        System.arraycopy(rowCopy, slot * d, written.data, in.row(slot) * d, d);
      }
    }
    for (int u = 0; u < changed.numRows; u++) {
      double @Nullable [] difference = null;
      for (int c = 0; c < width; c++) {
        double change = changed.data[u * width + c] - base.data[u * width + c];
        if (change != 0) {
          if (difference == null) {
            difference = out.add(u);
          }
          difference[c] += weight * change;
        }
      }
    }
  }
}
