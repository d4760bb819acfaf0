package io.linkteller.models.operator;

import io.linkteller.parallel.Workers;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * Batch normalization (Ioffe and Szegedy, ICML 2015): Z = γ (H - mean) / sqrt(variance + ε) + β,
 * column by column. In training, the mean and variance are those of all n rows, and running
 * averages of both are updated. Prediction uses the running averages, so nodes do not influence
 * each other in this operator. The constants are PyTorch's: ε = 1e-5, momentum 0.1, and an unbiased
 * running variance.
 *
 * <p>Inputs: H (n x d), γ and β (1 x d), and the running mean and variance (1 x d), which are not
 * trained.
 */
public final class BatchNormalization implements TrainableOperator, IncrementalOperator {

  /** ε, which is added to variances. */
  public static final double EPSILON = 1e-5;

  /** The weight of the current pass in the running averages. */
  private static final double MOMENTUM = 0.1;

  /** The number of columns per block of a parallel loop. */
  private static final int BLOCK_COLUMNS = 8;

  /** (H - mean) / sqrt(variance + ε) of the last forward pass. */
  private final DMatrixRMaj normalized = new DMatrixRMaj(0, 0);

  // For each column, from the last forward pass: the mean and 1 / sqrt(variance + ε).
  private double[] mean = new double[0];
  private double[] inverse = new double[0];
  private double[] sums = new double[0];
  private double[] sumOfProducts = new double[0];

  /** Creates the operator. */
  public BatchNormalization() {}

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 5, 5);
    int width = inputs.get(0).cols();
    for (Shape row : inputs.subList(1, 5)) {
      Shapes.require("a row of the normalization", row, 1, width);
    }
    return inputs.get(0);
  }

  /** Rows influence each other only in training, where no changes are propagated. */
  @Override
  public boolean isRowwise() {
    return true;
  }

  @Override
  public boolean worksInPlace() {
    return true;
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    Workers workers = pass.workers();
    DMatrixRMaj h = in.dense(0);
    int width = h.numCols;
    if (mean.length != width) {
      mean = new double[width];
      inverse = new double[width];
      sums = new double[width];
      sumOfProducts = new double[width];
    }
    if (pass.isTraining()) {
      workers.forRows(width, BLOCK_COLUMNS, (from, to) -> measure(in, from, to));
    } else {
      double[] variance = in.dense(4).data;
      for (int c = 0; c < width; c++) {
        mean[c] = in.dense(3).data[c];
        inverse[c] = 1 / Math.sqrt(variance[c] + EPSILON);
      }
    }
    normalized.reshape(h.numRows, width);
    double[] scale = in.dense(1).data;
    double[] shift = in.dense(2).data;
    pass.forEachRow(
        h.numRows,
        u -> {
          for (int c = 0; c < width; c++) {
            int at = u * width + c;
            normalized.data[at] = (h.data[at] - mean[c]) * inverse[c];
            out.data[at] = normalized.data[at] * scale[c] + shift[c];
          }
        });
  }

  /** Computes the mean and variance of a range of columns and updates their running averages. */
  private void measure(Operands in, int from, int to) {
    DMatrixRMaj h = in.dense(0);
    int n = h.numRows;
    int width = h.numCols;
    double[] means = in.dense(3).data;
    double[] variances = in.dense(4).data;
    for (int c = from; c < to; c++) {
      double sum = 0;
      for (int u = 0; u < n; u++) {
        sum += h.data[u * width + c];
      }
      mean[c] = sum / n;
      double squares = 0;
      for (int u = 0; u < n; u++) {
        double centered = h.data[u * width + c] - mean[c];
        squares += centered * centered;
      }
      inverse[c] = 1 / Math.sqrt(squares / n + EPSILON);
      double unbiased = n > 1 ? squares / (n - 1) : squares;
      means[c] += MOMENTUM * (mean[c] - means[c]);
      variances[c] += MOMENTUM * (unbiased - variances[c]);
    }
  }

  /**
   * Computes derivatives. Let N be the normalized input and s = γ / sqrt(variance + ε). If the mean
   * and variance are constant, dL/dH = s dL/dZ. In training, dL/dH = s (dL/dZ - mean(dL/dZ) - N
   * mean(N dL/dZ)).
   */
  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    Workers workers = pass.workers();
    int n = gradOut.numRows;
    int width = gradOut.numCols;
    workers.forRows(
        width,
        BLOCK_COLUMNS,
        (from, to) -> {
          for (int c = from; c < to; c++) {
            sums[c] = 0;
            sumOfProducts[c] = 0;
            for (int u = 0; u < n; u++) {
              sums[c] += gradOut.data[u * width + c];
              sumOfProducts[c] += gradOut.data[u * width + c] * normalized.data[u * width + c];
            }
          }
        });
    gradIn.of(1).ifPresent(wanted -> System.arraycopy(sumOfProducts, 0, wanted.data, 0, width));
    gradIn.of(2).ifPresent(wanted -> System.arraycopy(sums, 0, wanted.data, 0, width));
    // Zero if the mean and variance are constant, which leaves s dL/dZ.
    double share = pass.isTraining() ? 1.0 / n : 0;
    double[] scale = in.dense(1).data;
    gradIn
        .of(0)
        .ifPresent(
            wanted ->
                pass.forEachRow(
                    n,
                    u -> {
                      for (int c = 0; c < width; c++) {
                        int at = u * width + c;
                        double centered =
                            gradOut.data[at]
                                - share * (sums[c] + normalized.data[at] * sumOfProducts[c]);
                        wanted.data[at] = scale[c] * inverse[c] * centered;
                      }
                    }));
  }

  @Override
  public void change(Changes in, RowChanges out) {
    RowChanges rows = in.of(0);
    double[] scale = in.dense(1).data;
    for (int slot = 0; slot < rows.count(); slot++) {
      double[] change = rows.difference(slot);
      double[] scaled = out.add(rows.row(slot));
      for (int c = 0; c < rows.width(); c++) {
        scaled[c] = scale[c] * inverse[c] * change[c];
      }
    }
  }
}
