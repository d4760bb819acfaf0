package io.linkteller.models.layer;

import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.network.ChangeBuffers;
import io.linkteller.models.network.IncrementalLayer;
import io.linkteller.models.network.Pass;
import io.linkteller.models.network.RowChanges;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.parallel.Workers;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * Batch normalization (Ioffe and Szegedy, ICML 2015): Z = γ (H - mean) / sqrt(variance + ε) + β,
 * column by column. In training, mean and variance are those of all n rows, and running averages of
 * both are updated. Prediction uses the running averages, so nodes do not influence each other in
 * this layer. The constants are those of PyTorch: ε = 1e-5, momentum 0.1, and an unbiased running
 * variance.
 */
public final class BatchNormalization implements IncrementalLayer {

  /** ε, which is added to variances. */
  public static final double EPSILON = 1e-5;

  private static final double MOMENTUM = 0.1;
  private static final int BLOCK_COLUMNS = 8;

  private final Tensor gamma;
  private final Bias beta;
  private final Tensor runningMean;
  private final Tensor runningVariance;
  private final int width;

  /** (H - mean) / sqrt(variance + ε) of the last forward pass. */
  private final DMatrixRMaj normalized = new DMatrixRMaj(0, 0);

  // For each column, from the last forward pass: the mean and 1 / sqrt(variance + ε).
  private final double[] mean;
  private final double[] inverse;

  private final double[] sumOfProducts;

  /**
   * Creates a batch normalization.
   *
   * @param gamma γ, 1 x d
   * @param beta β, 1 x d
   * @param runningMean the running mean, 1 x d, {@linkplain Tensor#state not trained}
   * @param runningVariance the running variance, 1 x d, not trained
   */
  public BatchNormalization(Tensor gamma, Tensor beta, Tensor runningMean, Tensor runningVariance) {
    this.gamma = gamma;
    this.beta = new Bias(beta);
    this.runningMean = runningMean;
    this.runningVariance = runningVariance;
    this.width = gamma.value().numCols;
    this.mean = new double[width];
    this.inverse = new double[width];
    this.sumOfProducts = new double[width];
  }

  /**
   * Returns the parameters of a batch normalization: {@code gamma}, {@code beta}, {@code mean} and
   * {@code var}, each followed by a suffix.
   *
   * @param suffix the suffix, such as the number of the layer
   * @param width d, the number of columns
   * @return the parameters, in order
   */
  public static List<ParameterSpec> parameters(String suffix, int width) {
    return List.of(
        ParameterSpec.constant("gamma" + suffix, width, 1),
        ParameterSpec.constant("beta" + suffix, width, 0),
        ParameterSpec.constant("mean" + suffix, width, 0),
        ParameterSpec.constant("var" + suffix, width, 1));
  }

  /**
   * Returns a batch normalization with the parameters that {@link #parameters(String, int)} names.
   *
   * @param parameters the parameters of a model
   * @param suffix the suffix, such as the number of the layer
   * @return the layer
   * @throws IllegalArgumentException if a parameter is missing, or a variance is negative
   */
  public static BatchNormalization of(Parameters parameters, String suffix) {
    Tensor variance = parameters.state("var" + suffix);
    for (int i = 0; i < variance.value().getNumElements(); i++) {
      if (variance.value().data[i] < 0) {
        throw new IllegalArgumentException(
            "parameter var" + suffix + " has the variance " + variance.value().data[i]);
      }
    }
    return new BatchNormalization(
        parameters.tensor("gamma" + suffix),
        parameters.tensor("beta" + suffix),
        parameters.state("mean" + suffix),
        variance);
  }

  @Override
  public int inputWidth() {
    return width;
  }

  @Override
  public int outputWidth() {
    return width;
  }

  @Override
  public List<Tensor> parameters() {
    return List.of(gamma, beta.tensor(), runningMean, runningVariance);
  }

  @Override
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    Workers workers = pass.workers();
    DenseRows.copy(in, normalized, workers);
    if (pass.isTraining()) {
      workers.forRows(width, BLOCK_COLUMNS, this::measure);
    } else {
      for (int c = 0; c < width; c++) {
        mean[c] = runningMean.value().data[c];
        inverse[c] = 1 / Math.sqrt(runningVariance.value().data[c] + EPSILON);
      }
    }
    out.reshape(normalized.numRows, width);
    workers.forRows(
        normalized.numRows,
        DenseRows.BLOCK_ROWS,
        (from, to) -> {
          double[] x = normalized.data;
          double[] scale = gamma.value().data;
          double[] shift = beta.tensor().value().data;
          for (int u = from; u < to; u++) {
            for (int c = 0; c < width; c++) {
              int at = u * width + c;
              x[at] = (x[at] - mean[c]) * inverse[c];
              out.data[at] = x[at] * scale[c] + shift[c];
            }
          }
        });
  }

  /** Computes mean and variance of some columns and updates their running averages. */
  private void measure(int from, int to) {
    int n = normalized.numRows;
    double[] x = normalized.data;
    for (int c = from; c < to; c++) {
      double sum = 0;
      for (int u = 0; u < n; u++) {
        sum += x[u * width + c];
      }
      mean[c] = sum / n;
      double squares = 0;
      for (int u = 0; u < n; u++) {
        double centered = x[u * width + c] - mean[c];
        squares += centered * centered;
      }
      inverse[c] = 1 / Math.sqrt(squares / n + EPSILON);
      double unbiased = n > 1 ? squares / (n - 1) : squares;
      double[] means = runningMean.value().data;
      double[] variances = runningVariance.value().data;
      means[c] += MOMENTUM * (mean[c] - means[c]);
      variances[c] += MOMENTUM * (unbiased - variances[c]);
    }
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    Workers workers = pass.workers();
    beta.backward(gradOut, workers);
    gamma.gradient().reshape(1, width);
    workers.forRows(
        width,
        BLOCK_COLUMNS,
        (from, to) -> {
          for (int c = from; c < to; c++) {
            double sum = 0;
            for (int u = 0; u < gradOut.numRows; u++) {
              sum += gradOut.data[u * width + c] * normalized.data[u * width + c];
            }
            sumOfProducts[c] = sum;
            gamma.gradient().data[c] = sum;
          }
        });
    gradIn.ifPresent(wanted -> gradInput(gradOut, wanted, pass));
  }

  /**
   * Computes dL/dH. Let N be the normalized input and s = γ / sqrt(variance + ε). If mean and
   * variance are constants, dL/dH = s dL/dZ; in training, dL/dH = s (dL/dZ - mean(dL/dZ) - N mean(N
   * dL/dZ)).
   */
  private void gradInput(DMatrixRMaj gradOut, DMatrixRMaj gradIn, Pass pass) {
    int n = gradOut.numRows;
    // Zero if mean and variance are constants, which leaves s dL/dZ.
    double share = pass.isTraining() ? 1.0 / n : 0;
    double[] sums = beta.tensor().gradient().data;
    gradIn.reshape(n, width);
    pass.workers()
        .forRows(
            n,
            DenseRows.BLOCK_ROWS,
            (from, to) -> {
              for (int u = from; u < to; u++) {
                for (int c = 0; c < width; c++) {
                  int at = u * width + c;
                  double centered =
                      gradOut.data[at] - share * (sums[c] + normalized.data[at] * sumOfProducts[c]);
                  gradIn.data[at] = gamma.value().data[c] * inverse[c] * centered;
                }
              }
            });
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    out.clear(width);
    for (int slot = 0; slot < in.count(); slot++) {
      double[] change = in.difference(slot);
      double[] scaled = out.add(in.row(slot));
      for (int c = 0; c < width; c++) {
        scaled[c] = gamma.value().data[c] * inverse[c] * change[c];
      }
    }
  }
}
