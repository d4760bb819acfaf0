package io.linkteller.models.network;

import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.parallel.Workers;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * Adapts a layer that implements only passes to {@link IncrementalLayer}. Changes are computed as
 * the difference of two full passes over a dense copy of the input; the copy is made at the first
 * query after a pass and kept until the next pass.
 */
final class FullPassLayer implements IncrementalLayer {

  /**
   * The step of difference quotients relative to the largest magnitude of the input. Richardson
   * extrapolation from steps h and 2h leaves an error of order h<sup>4</sup> plus the rounding
   * error divided by h.
   */
  private static final double STEP = 0x1p-12;

  private final Layer layer;
  private @Nullable LeftOperand input;
  private Pass pass = Pass.predicting(Workers.sequential());

  /** A dense copy of H, which is modified and restored in place; empty before the first query. */
  private final DMatrixRMaj written = new DMatrixRMaj(0, 0);

  /** Z for the dense copy. The Z of the pass may differ from it by rounding. */
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
      throw new IllegalStateException("changes require a preceding forward pass");
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
      // A power of two, so that the steps and the divisions by them are exact.
      double scale = (largest > 0 ? largest : 1) / fastest;
      double step = STEP * Math.scalb(1.0, Math.getExponent(scale));
      // Richardson extrapolation (4 D(h) - D(2h)) / 3 of the central quotients D(h) = (Z(h) -
      // Z(-h)) / 2h.
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

  /** Adds weight * (layer(H + step * in) - layer(H)) for the rows in which it is not zero. */
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
