package io.linkteller.models.train;

import io.linkteller.models.parameter.Tensor;
import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.List;

/**
 * Adam (Kingma and Ba, ICLR 2015) with L2 regularization: g += λ w; m and v are the running means
 * of g and g²; w -= η m̂ / (sqrt(v̂) + 1e-8), where m̂ and v̂ are corrected for their initial bias;
 * β₁ = 0.9, β₂ = 0.999. Immutable.
 */
public final class Adam implements Optimizer {

  private static final double BETA_1 = 0.9;
  private static final double BETA_2 = 0.999;
  private static final double EPSILON = 1e-8;
  private static final int BLOCK = 1 << 14;

  private final double learningRate;
  private final double weightDecay;

  private Adam(double learningRate, double weightDecay) {
    this.learningRate = learningRate;
    this.weightDecay = weightDecay;
  }

  /**
   * Returns Adam without weight decay.
   *
   * @param learningRate η, positive and finite
   * @return the optimizer
   * @throws IllegalArgumentException if {@code learningRate} is out of range
   */
  public static Adam withLearningRate(double learningRate) {
    if (!(learningRate > 0 && learningRate < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "learningRate = " + learningRate + " is outside (0, Infinity)");
    }
    return new Adam(learningRate, 0);
  }

  /**
   * Returns a copy with weight decay.
   *
   * @param decay λ, at least 0 and finite
   * @return the optimizer
   * @throws IllegalArgumentException if {@code decay} is out of range
   */
  public Adam withWeightDecay(double decay) {
    if (!(decay >= 0 && decay < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("weightDecay = " + decay + " is outside [0, Infinity)");
    }
    return new Adam(learningRate, decay);
  }

  @Override
  public Steps begin(List<Tensor> tensors) {
    return new Moments(tensors);
  }

  @Override
  public String toString() {
    return "Adam[learningRate = " + learningRate + ", weightDecay = " + weightDecay + "]";
  }

  private final class Moments implements Steps {

    private final List<Tensor> tensors;
    private final List<double[]> first = new ArrayList<>();
    private final List<double[]> second = new ArrayList<>();
    private int steps;

    Moments(List<Tensor> tensors) {
      this.tensors = List.copyOf(tensors);
      for (Tensor tensor : tensors) {
        first.add(new double[tensor.value().getNumElements()]);
        second.add(new double[tensor.value().getNumElements()]);
      }
    }

    @Override
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
