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
 * Layer normalization (Ba, Kiros, Hinton, 2016): Z = γ (H - mean) / sqrt(variance + ε) + β, row by
 * row. Each node is treated separately. As in PyTorch, ε = 1e-5 and the variance is the biased one,
 * with divisor d.
 */
public final class LayerNormalization implements IncrementalLayer {

  /** ε, which is added to variances. */
  public static final double EPSILON = 1e-5;

  private final Tensor gamma;
  private final Bias beta;
  private final int width;

  /** (H - mean) / sqrt(variance + ε) of the last forward pass. */
  private final DMatrixRMaj normalized = new DMatrixRMaj(0, 0);

  /** 1 / sqrt(variance + ε) for each row of the last forward pass. */
  private double[] inverse = new double[0];

  /**
   * Creates a layer normalization.
   *
   * @param gamma γ, 1 x d
   * @param beta β, 1 x d
   */
  public LayerNormalization(Tensor gamma, Tensor beta) {
    this.gamma = gamma;
    this.beta = new Bias(beta);
    this.width = gamma.value().numCols;
  }

  /**
   * Returns the parameters of a layer normalization: {@code gamma} and {@code beta}, each followed
   * by a suffix.
   *
   * @param suffix the suffix, such as the number of the layer
   * @param width d, the number of columns
   * @return the parameters, in order
   */
  public static List<ParameterSpec> parameters(String suffix, int width) {
    return List.of(
        ParameterSpec.constant("gamma" + suffix, width, 1),
        ParameterSpec.constant("beta" + suffix, width, 0));
  }

  /**
   * Returns a layer normalization with the parameters that {@link #parameters(String, int)} names.
   *
   * @param parameters the parameters of a model
   * @param suffix the suffix, such as the number of the layer
   * @return the layer
   * @throws IllegalArgumentException if a parameter is missing
   */
  public static LayerNormalization of(Parameters parameters, String suffix) {
    return new LayerNormalization(
        parameters.tensor("gamma" + suffix), parameters.tensor("beta" + suffix));
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
    return List.of(gamma, beta.tensor());
  }

  @Override
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    Workers workers = pass.workers();
    DenseRows.copy(in, normalized, workers);
    out.reshape(normalized.numRows, width);
    if (inverse.length != normalized.numRows) {
      inverse = new double[normalized.numRows];
    }
    workers.forRows(
        normalized.numRows, DenseRows.BLOCK_ROWS, (from, to) -> normalize(from, to, out.data));
  }

  private void normalize(int from, int to, double[] out) {
    double[] x = normalized.data;
    double[] scale = gamma.value().data;
    double[] shift = beta.tensor().value().data;
    for (int u = from; u < to; u++) {
      int at = u * width;
      double mean = mean(x, at);
      double squares = 0;
      for (int c = 0; c < width; c++) {
        x[at + c] -= mean;
        squares += x[at + c] * x[at + c];
      }
      inverse[u] = 1 / Math.sqrt(squares / width + EPSILON);
      for (int c = 0; c < width; c++) {
        x[at + c] *= inverse[u];
        out[at + c] = x[at + c] * scale[c] + shift[c];
      }
    }
  }

  private double mean(double[] x, int at) {
    double sum = 0;
    for (int c = 0; c < width; c++) {
      sum += x[at + c];
    }
    return sum / width;
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    Workers workers = pass.workers();
    beta.backward(gradOut, workers);
    gamma.gradient().reshape(1, width);
    workers.forRows(
        width,
        8,
        (from, to) -> {
          for (int c = from; c < to; c++) {
            double sum = 0;
            for (int u = 0; u < gradOut.numRows; u++) {
              sum += gradOut.data[u * width + c] * normalized.data[u * width + c];
            }
            gamma.gradient().data[c] = sum;
          }
        });
    gradIn.ifPresent(
        wanted -> {
          wanted.reshape(gradOut.numRows, width);
          workers.forRows(
              gradOut.numRows,
              DenseRows.BLOCK_ROWS,
              (from, to) -> {
                for (int u = from; u < to; u++) {
                  derive(u, gradOut.data, u * width, wanted.data, u * width);
                }
              });
        });
  }

  /**
   * Computes dL/dH of a row. With N the normalized row and g = γ dL/dZ, dL/dH = (g - mean(g) - N
   * mean(N g)) / sqrt(variance + ε).
   */
  private void derive(int u, double[] grad, int gradAt, double[] out, int outAt) {
    double sum = 0;
    double product = 0;
    for (int c = 0; c < width; c++) {
      double g = gamma.value().data[c] * grad[gradAt + c];
      sum += g;
      product += g * normalized.data[u * width + c];
    }
    for (int c = 0; c < width; c++) {
      double g = gamma.value().data[c] * grad[gradAt + c];
      out[outAt + c] = inverse[u] * (g - (sum + normalized.data[u * width + c] * product) / width);
    }
  }

  /**
   * Let C be the centered row and s = sqrt(variance + ε), let primes denote values after the change
   * and Δ differences. Then ΔZ = γ (ΔC / s' + C (1/s' - 1/s)) with s'² - s² = mean(ΔC (2 C + ΔC)),
   * which avoids cancellation for small changes.
   */
  @Override
  public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    out.clear(width);
    for (int slot = 0; slot < in.count(); slot++) {
      int u = in.row(slot);
      double[] change = in.difference(slot);
      double[] result = out.add(u);
      double shift = mean(change, 0);
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
            gamma.value().data[c]
                * ((change[c] - shift) / after - normalized.data[u * width + c] * shrink);
      }
    }
  }

  @Override
  public void moveInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    out.clear(width);
    for (int slot = 0; slot < in.count(); slot++) {
      int u = in.row(slot);
      double[] speed = in.difference(slot);
      double[] result = out.add(u);
      double sum = 0;
      double product = 0;
      for (int c = 0; c < width; c++) {
        sum += speed[c];
        product += speed[c] * normalized.data[u * width + c];
      }
      for (int c = 0; c < width; c++) {
        result[c] =
            gamma.value().data[c]
                * inverse[u]
                * (speed[c] - (sum + normalized.data[u * width + c] * product) / width);
      }
    }
  }
}
