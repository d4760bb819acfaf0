package io.linkteller.models.network;

/**
 * One step of a network: H' = σ(layer(dropout(H))).
 *
 * @param inputDropout the share of H that is dropped in training, p in [0, 1)
 * @param layer the layer
 * @param activation σ
 */
public record Stage(double inputDropout, Layer layer, Activation activation) {

  /**
   * Checks the rate.
   *
   * @param inputDropout the share of H that is dropped in training, p in [0, 1)
   * @param layer the layer
   * @param activation σ
   * @throws IllegalArgumentException if {@code inputDropout} is out of range
   */
  public Stage {
    Dropout.checkRate("inputDropout", inputDropout);
  }
}
