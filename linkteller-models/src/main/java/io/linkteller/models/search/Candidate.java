package io.linkteller.models.search;

import io.linkteller.models.architecture.Widths;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import java.util.Arrays;

/**
 * One combination of hyperparameters.
 *
 * @param learningRate Adam's step size, positive and finite
 * @param dropout the dropout rate of hidden activations, in [0, 1)
 * @param layers the number of layers, at least 1
 * @param hidden the width of every hidden layer, at least 1
 * @param normalization the normalization of the adjacency matrix
 */
public record Candidate(
    double learningRate, double dropout, int layers, int hidden, Normalization normalization) {

  /**
   * Returns a model with the hyperparameters of this candidate.
   *
   * @param features d, the number of features per node
   * @param classes c, the number of classes
   * @param seed the seed of the initial parameters
   * @return an untrained model
   * @throws IllegalArgumentException if a number is out of range
   */
  public Gcn model(int features, int classes, long seed) {
    if (layers < 1) {
      throw new IllegalArgumentException("layers = " + layers + " is below 1");
    }
    int[] widths = new int[layers + 1];
    Arrays.fill(widths, hidden);
    widths[0] = features;
    widths[layers] = classes;
    return Gcn.builder()
        .layers(Widths.of(widths).toIntArray())
        .normalization(normalization)
        .dropout(dropout)
        .seed(seed)
        .build();
  }
}
