package io.linkteller.models.train;

import io.linkteller.models.parameter.Tensor;
import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.List;

/**
 * Adam (Kingma and Ba, ICLR 2015) with L2 regularization: g += λ w; m and v are the running means
 * of g and g²; w -= η m̂ / (sqrt(v̂) + 1e-8), where m̂ and v̂ are corrected for their initial bias;
 * β₁ = 0.9, β₂ = 0.999. These constants are the defaults of Kingma and Ba. An instance stores the
 * moments of one training run.
 */
public final class Adam {

  private static final double BETA_1 = 0.9;
  private static final double BETA_2 = 0.999;
  private static final double EPSILON = 1e-8;

  /** The number of elements per block of a parallel loop. */
  private static final int BLOCK = 1 << 14;

  private final List<Tensor> tensors;
  private final double learningRate;
  private final double weightDecay;
  private final List<double[]> first = new ArrayList<>();
  private final List<double[]> second = new ArrayList<>();
  private int steps;

  /**
   * Creates an optimizer for one training run.
   *
   * @param tensors the trained parameters; each backward pass writes their gradients
   * @param learningRate η, positive and finite
   * @param weightDecay λ, at least 0 and finite
   * @throws IllegalArgumentException if a number is out of range
   */
  public Adam(List<Tensor> tensors, double learningRate, double weightDecay) {
    this.tensors = List.copyOf(tensors);
    this.learningRate = checkLearningRate(learningRate);
    this.weightDecay = checkWeightDecay(weightDecay);
    for (Tensor tensor : tensors) {
      first.add(new double[tensor.value().getNumElements()]);
      second.add(new double[tensor.value().getNumElements()]);
    }
  }

  static double checkLearningRate(double rate) {
    if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("learningRate = " + rate + " is outside (0, Infinity)");
    }
    return rate;
  }

  static double checkWeightDecay(double decay) {
    if (!(decay >= 0 && decay < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("weightDecay = " + decay + " is outside [0, Infinity)");
    }
    return decay;
  }

  @Override
  public String toString() {
    return "Adam[learningRate = " + learningRate + ", weightDecay = " + weightDecay + "]";
  }

  /**
   * Performs one step, which updates every parameter using its current gradient.
   *
   * @param workers the executor; the result does not depend on its number of threads
   */
  public void next(Workers workers) {
    steps++;
    double stepSize = learningRate / (1 - Math.pow(BETA_1, steps));
    double correction = Math.sqrt(1 - Math.pow(BETA_2, steps));
    for (int t = 0; t < tensors.size(); t++) {
      double[] w = tensors.get(t).value().data;
      double[] g = tensors.get(t).gradient().data;
      double[] m = first.get(t);
      double[] v = second.get(t);
      workers.forRows(
          m.length,
          BLOCK,
          (from, to) -> update(from, to, w, g, m, v, weightDecay, stepSize, correction));
    }
  }

  private static void update(
      int from,
      int to,
      double[] w,
      double[] g,
      double[] m,
      double[] v,
      double weightDecay,
      double stepSize,
      double correction) {
    // stepSize and correction contain the bias corrections 1 - β^t of both moments.
    for (int i = from; i < to; i++) {
      double gradient = g[i] + weightDecay * w[i];
      m[i] = BETA_1 * m[i] + (1 - BETA_1) * gradient;
      v[i] = BETA_2 * v[i] + (1 - BETA_2) * gradient * gradient;
      w[i] -= stepSize * m[i] / (Math.sqrt(v[i]) / correction + EPSILON);
    }
  }
}
