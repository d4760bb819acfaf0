package io.linkteller.models.search;

import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.network.Widths;
import java.util.Arrays;

/**
 * One point of the paper's grid.
 *
 * @param learningRate Adam's step size, positive and finite
 * @param dropout the share of hidden activations dropped, in [0, 1)
 * @param layers the number of layers, at least 1
 * @param hidden the width of every hidden layer, at least 1
 * @param normalization how neighbors are weighed
 */
public record Candidate(
    double learningRate, double dropout, int layers, int hidden, Normalization normalization) {

  /**
   * Returns the model of this candidate.
   *
   * @param features d
   * @param classes c
   * @param seed the seed of its initial parameters
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
