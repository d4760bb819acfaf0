package io.linkteller.models.network;

/**
 * One stage of a network: H' = σ(layer(dropout(H))).
 *
 * @param inputDropout the dropout rate of H in training, in [0, 1)
 * @param layer the layer
 * @param activation σ
 */
public record Stage(double inputDropout, Layer layer, Activation activation) {

  /**
   * Creates a stage.
   *
   * @param inputDropout the dropout rate of H in training, in [0, 1)
   * @param layer the layer
   * @param activation σ
   * @throws IllegalArgumentException if {@code inputDropout} is out of range
   */
  public Stage {
    Dropout.checkRate("inputDropout", inputDropout);
  }
}
