package io.linkteller.models.train;

import io.linkteller.models.network.Tensor;
import io.linkteller.parallel.Workers;
import java.util.List;

/**
 * Adam (Kingma and Ba, ICLR 2015) with weight decay added to the gradient: g += λ w, m and v the
 * running means of g and g², w -= η m̂ / (sqrt(v̂) + 1e-8) with m̂ and v̂ corrected for their start
 * at zero; β₁ = 0.9, β₂ = 0.999. Holds one state per training run.
 */
final class Adam {

  private static final double BETA_1 = 0.9;
  private static final double BETA_2 = 0.999;
  private static final double EPSILON = 1e-8;
  private static final int BLOCK = 1 << 14;

  private final List<Tensor> tensors;
  private final double learningRate;
  private final double weightDecay;
  private final double[][] first;
  private final double[][] second;
  private int steps;

  Adam(List<Tensor> tensors, double learningRate, double weightDecay) {
    this.tensors = tensors;
    this.learningRate = learningRate;
    this.weightDecay = weightDecay;
    this.first = new double[tensors.size()][];
    this.second = new double[tensors.size()][];
    for (int t = 0; t < tensors.size(); t++) {
      int size = tensors.get(t).value().getNumElements();
      first[t] = new double[size];
      second[t] = new double[size];
    }
  }

  /** Moves every parameter by one step along its current gradient. */
  void step(Workers workers) {
    steps++;
    double stepSize = learningRate / (1 - Math.pow(BETA_1, steps));
    double correction = Math.sqrt(1 - Math.pow(BETA_2, steps));
    for (int t = 0; t < tensors.size(); t++) {
      double[] w = tensors.get(t).value().data;
      double[] g = tensors.get(t).gradient().data;
      double[] m = first[t];
      double[] v = second[t];
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
    for (int i = from; i < to; i++) {
      double gradient = g[i] + weightDecay * w[i];
      m[i] = BETA_1 * m[i] + (1 - BETA_1) * gradient;
      v[i] = BETA_2 * v[i] + (1 - BETA_2) * gradient * gradient;
      w[i] -= stepSize * m[i] / (Math.sqrt(v[i]) / correction + EPSILON);
    }
  }
}
