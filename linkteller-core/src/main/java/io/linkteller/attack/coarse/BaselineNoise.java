package io.linkteller.attack.coarse;

import io.linkteller.inference.InferenceNodes;
import io.linkteller.matrix.DenseKernels;
import java.util.function.Consumer;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The noise of the answers to one query at each target, which determines the distribution of the
 * distance between two means of answers. Immutable.
 *
 * <p>The squared distance is a sum of squares weighted by the eigenvalues of the covariance S of
 * the c logits. Its tail is that of a + b χ² with ν degrees of freedom, which has the same first
 * three cumulants (Hall 1983; Buckley and Eagleson 1988): with cᵢ = tr Sⁱ, ν = c₂³/c₃², b = c₃/c₂
 * and a = c₁ - c₂²/c₃. As S is estimated, χ²/ν is replaced by F with ν and ν (B - 1) degrees of
 * freedom.
 */
final class BaselineNoise {

  /** The least number of answers for which the corrections of the traces are defined. */
  private static final int FEWEST = 3;

  private final int answers;
  private final double[] variances;
  private final double[] offsets;
  private final double[] dimensions;

  private BaselineNoise(int answers, int targets) {
    this.answers = answers;
    this.variances = new double[targets];
    this.offsets = new double[targets];
    this.dimensions = new double[targets];
  }

  /** {@return B, the number of answers from which the noise was measured} */
  int answers() {
    return answers;
  }

  /**
   * Returns an unbiased estimate of tr S, the expected squared distance of an answer from the mean.
   */
  double variance(int target) {
    return variances[target];
  }

  /**
   * Returns the probability that two means differ by at least a distance because of noise alone.
   *
   * @param target the position of the target
   * @param ratio the squared distance of the means, in multiples of its expectation
   */
  double tail(int target, double ratio) {
    double nu = dimensions[target];
    double offset = offsets[target];
    // The expectation is E = a + b ν. In multiples of E, the part above the offset is distributed
    // as F.
    double above = Math.max(0, ratio - offset) / (1 - offset);
    return BetaTail.ofRatio(above, nu, nu * (answers - 1));
  }

  private void set(int target, DMatrixRMaj covariance, DMatrixRMaj square) {
    double m = answers - 1;
    int width = covariance.numRows;
    CommonOps_DDRM.mult(covariance, covariance, square);
    double c1 = CommonOps_DDRM.trace(covariance);
    double s2 = CommonOps_DDRM.trace(square);
    double s3 = DenseKernels.dot(covariance.data, 0, square.data, 0, width * width);
    variances[target] = c1;
    dimensions[target] = 1;
    if (c1 == 0) {
      return;
    }
    // Traces of powers of a sample covariance are biased upwards; this is the bias for Gaussian
    // noise.
    double c2 = within(m * m / ((m - 1) * (m + 2)) * (s2 - c1 * c1 / m), c1 * c1 / width, c1 * c1);
    double c3 =
        within(
            (s3 - 3 * (m + 1) / (m * m) * c1 * c2 - c1 * c1 * c1 / (m * m))
                / (1 + 3 / m + 4 / (m * m)),
            c2 * c2 / c1,
            Math.pow(c2, 1.5));
    dimensions[target] = c2 * c2 * c2 / (c3 * c3);
    offsets[target] = Math.max(0, 1 - c2 * c2 / (c1 * c3));
  }

  private static double within(double value, double least, double most) {
    return Math.min(Math.max(value, least), most);
  }

  /** Keeps the targets' rows of each answer: 8 B n c bytes for B answers and n targets. */
  static final class Collector implements Consumer<DMatrixRMaj> {

    private final InferenceNodes nodes;
    private final double[][] answers;
    private int count;

    Collector(InferenceNodes nodes, int answers) {
      this.nodes = nodes;
      this.answers = new double[answers][];
    }

    @Override
    public void accept(DMatrixRMaj answer) {
      int width = answer.numCols;
      double[] rows = new double[nodes.targets().size() * width];
      for (int u = 0; u < nodes.targets().size(); u++) {
        System.arraycopy(answer.data, nodes.answerRowOfTarget(u) * width, rows, u * width, width);
      }
      answers[count++] = rows;
    }

    /** Returns the noise, after all answers have been collected. Takes O(n c² (B + c)) time. */
    BaselineNoise noise() {
      int n = nodes.targets().size();
      int width = answers[0].length / n;
      BaselineNoise noise = new BaselineNoise(answers.length, n);
      // Too few answers to estimate noise; this few are asked for only if there is none.
      if (answers.length < FEWEST) {
        return noise;
      }
      double[][] deviations = new double[width][answers.length];
      DMatrixRMaj covariance = new DMatrixRMaj(width, width);
      DMatrixRMaj square = new DMatrixRMaj(width, width);
      for (int u = 0; u < n; u++) {
        deviate(answers, u * width, deviations);
        for (int a = 0; a < width; a++) {
          for (int b = 0; b <= a; b++) {
            double entry =
                DenseKernels.dot(deviations[a], 0, deviations[b], 0, answers.length)
                    / (answers.length - 1);
            covariance.set(a, b, entry);
            covariance.set(b, a, entry);
          }
        }
        noise.set(u, covariance, square);
      }
      return noise;
    }

    private static void deviate(double[][] answers, int offset, double[][] deviations) {
      for (int a = 0; a < deviations.length; a++) {
        // Relative to the first answer, so that equal answers deviate by exactly zero.
        double first = answers[0][offset + a];
        double mean = 0;
        for (int i = 0; i < answers.length; i++) {
          deviations[a][i] = answers[i][offset + a] - first;
          mean += deviations[a][i] / answers.length;
        }
        for (int i = 0; i < answers.length; i++) {
          deviations[a][i] -= mean;
        }
      }
    }
  }
}
