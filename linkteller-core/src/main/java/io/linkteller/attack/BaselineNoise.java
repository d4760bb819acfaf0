package io.linkteller.attack;

import io.linkteller.inference.InferenceNodes;
import java.util.function.Consumer;
import org.ejml.data.DMatrixRMaj;

/**
 * How the answers to one query scatter at each target: of the covariance S of its c logits the
 * trace, and the number of dimensions in which it scatters, ν = (tr S)² / tr S². Immutable.
 */
final class BaselineNoise {

  private final int answers;
  private final double[] variances;
  private final double[] dimensions;

  private BaselineNoise(int answers, double[] variances, double[] dimensions) {
    this.answers = answers;
    this.variances = variances;
    this.dimensions = dimensions;
  }

  /** B, the number of answers that this was measured from. */
  int answers() {
    return answers;
  }

  /** tr S, unbiased: the expected squared distance of an answer from the mean. */
  double variance(int target) {
    return variances[target];
  }

  /** ν, in [1, c]. */
  double dimensions(int target) {
    return dimensions[target];
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
        System.arraycopy(answer.data, nodes.rowOfTarget(u) * width, rows, u * width, width);
      }
      answers[count++] = rows;
    }

    /** The noise of the answers, all of which must have come. O(B n c²). */
    BaselineNoise noise() {
      int n = nodes.targets().size();
      int width = answers[0].length / n;
      double[] variances = new double[n];
      double[] dimensions = new double[n];
      double[][] deviations = new double[width][answers.length];
      for (int u = 0; u < n; u++) {
        deviate(answers, u * width, deviations);
        double trace = 0;
        double squares = 0;
        for (int a = 0; a < width; a++) {
          for (int b = 0; b <= a; b++) {
            double covariance = dot(deviations[a], deviations[b]) / (answers.length - 1);
            squares += (a == b ? 1 : 2) * covariance * covariance;
            trace += a == b ? covariance : 0;
          }
        }
        // One answer says nothing of noise; it is asked for only where there is none.
        variances[u] = answers.length == 1 ? 0 : trace;
        dimensions[u] =
            variances[u] == 0 ? 1 : dimensions(trace, squares, answers.length - 1, width);
      }
      return new BaselineNoise(answers.length, variances, dimensions);
    }

    private static void deviate(double[][] answers, int offset, double[][] deviations) {
      for (int a = 0; a < deviations.length; a++) {
        // From the first, so that equal answers deviate by exactly zero.
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

    private static double dot(double[] a, double[] b) {
      double sum = 0;
      for (int i = 0; i < a.length; i++) {
        sum += a[i] * b[i];
      }
      return sum;
    }

    /**
     * ν from tr Ŝ and tr Ŝ² at m degrees of freedom. The sample makes tr Ŝ² larger by (tr S)²/m;
     * for Gaussian noise m²/((m - 1)(m + 2)) (tr Ŝ² - (tr Ŝ)²/m) is unbiased.
     */
    private static double dimensions(double trace, double squares, double m, int width) {
      if (m < 2) {
        return 1;
      }
      double unbiased = m * m / ((m - 1) * (m + 2)) * (squares - trace * trace / m);
      double ratio = unbiased > 0 ? trace * trace / unbiased : width;
      return Math.min(Math.max(ratio, 1), width);
    }
  }
}
