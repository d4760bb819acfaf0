package io.linkteller.models.operator;

import io.linkteller.parallel.Workers;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * Layer normalization (Ba, Kiros, Hinton 2016): Z = γ (H - mean) / sqrt(variance + ε) + β, where
 * mean and variance are those of the row. ε = 1e-5, as in PyTorch.
 *
 * <p>Inputs: H (n x d), γ and β (1 x d).
 */
public final class LayerNormalization
    implements TrainableOperator, IncrementalOperator, ExportableOperator {

  /** ε, which is added to variances. */
  public static final double EPSILON = 1e-5;

  /** (H - mean) / sqrt(variance + ε) of the last forward pass. */
  private final DMatrixRMaj normalized = new DMatrixRMaj(0, 0);

  /** 1 / sqrt(variance + ε) of each row. */
  private double[] inverse = new double[0];

  /** Creates the operator. */
  public LayerNormalization() {}

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 3, 3);
    Shape h = inputs.get(0);
    Shapes.require("γ", inputs.get(1), 1, h.cols());
    Shapes.require("β", inputs.get(2), 1, h.cols());
    return h;
  }

  @Override
  public boolean isRowwise() {
    return true;
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    DMatrixRMaj h = in.dense(0);
    normalized.reshape(h.numRows, h.numCols);
    if (inverse.length != h.numRows) {
      inverse = new double[h.numRows];
    }
    pass.workers()
        .forRows(
            h.numRows,
            RowVectors.BLOCK_ROWS,
            (from, to) -> {
              for (int u = from; u < to; u++) {
                normalize(u, in, h, out.data);
              }
            });
  }

  private void normalize(int u, Operands in, DMatrixRMaj h, double[] out) {
    int width = h.numCols;
    int at = u * width;
    double[] x = normalized.data;
    double[] scale = in.dense(1).data;
    double[] shift = in.dense(2).data;
    double mean = mean(h.data, at, width);
    double squares = 0;
    for (int c = 0; c < width; c++) {
      x[at + c] = h.data[at + c] - mean;
      squares += x[at + c] * x[at + c];
    }
    inverse[u] = 1 / Math.sqrt(squares / width + EPSILON);
    for (int c = 0; c < width; c++) {
      x[at + c] *= inverse[u];
      out[at + c] = x[at + c] * scale[c] + shift[c];
    }
  }

  private static double mean(double[] x, int at, int width) {
    double sum = 0;
    for (int c = 0; c < width; c++) {
      sum += x[at + c];
    }
    return sum / width;
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    Workers workers = pass.workers();
    int width = gradOut.numCols;
    RowVectors.backward(gradOut, gradIn, 2, workers);
    gradIn
        .of(1)
        .ifPresent(
            wanted -> {
              for (int c = 0; c < width; c++) {
                double sum = 0;
                for (int u = 0; u < gradOut.numRows; u++) {
                  sum += gradOut.data[u * width + c] * normalized.data[u * width + c];
                }
                wanted.data[c] = sum;
              }
            });
    double[] scale = in.dense(1).data;
    gradIn
        .of(0)
        .ifPresent(
            wanted ->
                workers.forRows(
                    gradOut.numRows,
                    RowVectors.BLOCK_ROWS,
                    (from, to) -> {
                      for (int u = from; u < to; u++) {
                        derive(u, scale, gradOut.data, width, wanted.data);
                      }
                    }));
  }

  /**
   * Computes dL/dH of a row. With N the normalized row and g = γ dL/dZ, dL/dH = (g - mean(g) - N
   * mean(N g)) / sqrt(variance + ε).
   */
  private void derive(int u, double[] scale, double[] grad, int width, double[] out) {
    int at = u * width;
    double sum = 0;
    double product = 0;
    for (int c = 0; c < width; c++) {
      double g = scale[c] * grad[at + c];
      sum += g;
      product += g * normalized.data[at + c];
    }
    for (int c = 0; c < width; c++) {
      double g = scale[c] * grad[at + c];
      out[at + c] = inverse[u] * (g - (sum + normalized.data[at + c] * product) / width);
    }
  }

  /**
   * Let C be the centered row and s = sqrt(variance + ε), let primes denote values after the change
   * and Δ differences. Then ΔZ = γ (ΔC / s' + C (1/s' - 1/s)) with s'² - s² = mean(ΔC (2 C + ΔC)),
   * which avoids cancellation for small changes.
   */
  @Override
  public void change(Changes in, RowChanges out) {
    RowChanges rows = in.of(0);
    int width = rows.width();
    double[] scale = in.dense(1).data;
    for (int slot = 0; slot < rows.count(); slot++) {
      int u = rows.row(slot);
      double[] change = rows.difference(slot);
      double[] result = out.add(u);
      double shift = mean(change, 0, width);
      double s = 1 / inverse[u];
      double growth = 0;
      for (int c = 0; c < width; c++) {
        double centered = normalized.data[u * width + c] * s;
        growth += (change[c] - shift) * (2 * centered + change[c] - shift);
      }
      growth /= width;
      double after = Math.sqrt(Math.max(s * s + growth, EPSILON));
      double shrink = growth / (s + after) / after;
      for (int c = 0; c < width; c++) {
        // C (1/s' - 1/s) = -N (s' - s) / s'.
        result[c] =
            scale[c] * ((change[c] - shift) / after - normalized.data[u * width + c] * shrink);
      }
    }
  }

  @Override
  public void derivative(Changes in, RowChanges out) {
    RowChanges rows = in.of(0);
    int width = rows.width();
    double[] scale = in.dense(1).data;
    for (int slot = 0; slot < rows.count(); slot++) {
      int u = rows.row(slot);
      double[] speed = rows.difference(slot);
      double[] result = out.add(u);
      double sum = 0;
      double product = 0;
      for (int c = 0; c < width; c++) {
        sum += speed[c];
        product += speed[c] * normalized.data[u * width + c];
      }
      for (int c = 0; c < width; c++) {
        result[c] =
            scale[c]
                * inverse[u]
                * (speed[c] - (sum + normalized.data[u * width + c] * product) / width);
      }
    }
  }

  @Override
  public String export(OnnxNodes onnx, List<String> in) {
    String centered = onnx.apply("Sub", in.get(0), onnx.reduce("ReduceMean", in.get(0), 1));
    String variance = onnx.reduce("ReduceMean", onnx.apply("Mul", centered, centered), 1);
    String deviation = onnx.apply("Sqrt", onnx.apply("Add", variance, onnx.number(EPSILON)));
    String scaled = onnx.apply("Mul", onnx.apply("Div", centered, deviation), in.get(1));
    return onnx.apply("Add", scaled, in.get(2));
  }
}
