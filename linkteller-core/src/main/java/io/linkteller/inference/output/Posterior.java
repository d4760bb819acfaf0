package io.linkteller.inference.output;

import org.ejml.data.DMatrixRMaj;

/** The function that maps a model's logits to probabilities, and its inverse. */
public enum Posterior {
  /** One class per node: the probabilities of a row sum to 1. */
  SOFTMAX {
    @Override
    void toProbabilities(double[] numbers, int from, int width) {
      double largest = Double.NEGATIVE_INFINITY;
      for (int i = from; i < from + width; i++) {
        largest = Math.max(largest, numbers[i]);
      }
      double total = 0;
      for (int i = from; i < from + width; i++) {
        numbers[i] = Math.exp(numbers[i] - largest);
        total += numbers[i];
      }
      for (int i = from; i < from + width; i++) {
        numbers[i] /= total;
      }
    }

    @Override
    void toLogits(double[] numbers, int from, int width, double floor) {
      double sum = 0;
      for (int i = from; i < from + width; i++) {
        numbers[i] = Math.log(Math.max(floor, Math.min(1 - floor, numbers[i])));
        sum += numbers[i];
      }
      for (int i = from; i < from + width; i++) {
        numbers[i] -= sum / width;
      }
    }

    @Override
    void toLabels(double[] numbers, int from, int width) {
      int best = from;
      for (int i = from; i < from + width; i++) {
        best = numbers[i] > numbers[best] ? i : best;
      }
      for (int i = from; i < from + width; i++) {
        numbers[i] = i == best ? 1 : 0;
      }
    }
  },
  /** Any number of labels per node, or a single logit: each probability depends on one logit. */
  SIGMOID {
    @Override
    void toProbabilities(double[] numbers, int from, int width) {
      for (int i = from; i < from + width; i++) {
        numbers[i] = 1 / (1 + Math.exp(-numbers[i]));
      }
    }

    @Override
    void toLogits(double[] numbers, int from, int width, double floor) {
      for (int i = from; i < from + width; i++) {
        // For a very small floor, 1 - floor rounds to 1, whose log-odds are infinite.
        double top = Math.min(1 - floor, Math.nextDown(1.0));
        double p = Math.max(floor, Math.min(top, numbers[i]));
        numbers[i] = Math.log(p) - Math.log1p(-p);
      }
    }

    @Override
    void toLabels(double[] numbers, int from, int width) {
      for (int i = from; i < from + width; i++) {
        numbers[i] = numbers[i] > 0 ? 1 : 0;
      }
    }
  };

  /**
   * Returns the posterior of single-label classification: the softmax, or the sigmoid for a single
   * logit.
   *
   * @param width c, the number of logits per node, at least 1
   * @return the posterior
   */
  public static Posterior ofSingleLabel(int width) {
    return width == 1 ? SIGMOID : SOFTMAX;
  }

  /**
   * Computes probabilities from logits.
   *
   * @param logits n x c
   * @return a new n x c matrix, numbers in [0, 1]
   */
  public DMatrixRMaj probabilities(DMatrixRMaj logits) {
    DMatrixRMaj p = logits.copy();
    for (int row = 0; row < p.numRows; row++) {
      toProbabilities(p.data, row * p.numCols, p.numCols);
    }
    return p;
  }

  /**
   * Computes logits that produce given probabilities. For {@link #SOFTMAX}, these are the logits
   * whose rows sum to 0, the log-ratios log p_j - (1/c) Σ log p_i; they differ from the model's
   * logits by a constant per row, which probabilities do not reveal. For {@link #SIGMOID}, they are
   * log(p / (1 - p)).
   *
   * @param probabilities n x c
   * @param floor the lower bound of probabilities, which are clamped to [floor, 1 - floor]; in (0,
   *     0.5), such as half a unit of the last decimal of rounded probabilities
   * @return a new n x c matrix, all finite
   * @throws IllegalArgumentException if {@code floor} is out of range
   */
  public DMatrixRMaj logits(DMatrixRMaj probabilities, double floor) {
    if (!(floor > 0 && floor < 0.5)) {
      throw new IllegalArgumentException("floor = " + floor + " is outside (0, 0.5)");
    }
    DMatrixRMaj z = probabilities.copy();
    for (int row = 0; row < z.numRows; row++) {
      toLogits(z.data, row * z.numCols, z.numCols, floor);
    }
    return z;
  }

  /**
   * Computes the predicted labels: for {@link #SOFTMAX}, 1 for the largest logit of a row (the
   * first if several are equal) and 0 for the others; for {@link #SIGMOID}, 1 for each positive
   * logit and 0 for the others.
   *
   * @param logits n x c
   * @return a new n x c matrix of zeros and ones
   */
  public DMatrixRMaj labels(DMatrixRMaj logits) {
    DMatrixRMaj labels = logits.copy();
    for (int row = 0; row < labels.numRows; row++) {
      toLabels(labels.data, row * labels.numCols, labels.numCols);
    }
    return labels;
  }

  /** Replaces a row of logits by probabilities. */
  abstract void toProbabilities(double[] numbers, int from, int width);

  /** Replaces a row of probabilities by logits. */
  abstract void toLogits(double[] numbers, int from, int width, double floor);

  /** Replaces a row of logits by zeros and ones. */
  abstract void toLabels(double[] numbers, int from, int width);
}
