package io.linkteller.eval.choice;

import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Mlp;
import io.linkteller.models.train.Trainer;

/**
 * How the models of all candidates are trained. Immutable.
 *
 * @param untrained the graph neural network, with the numbers of features and classes of the data
 * @param withoutEdges the model that uses no edges, which a protected model must surpass
 * @param trainer the trainer of every model
 * @param seed the seed for the perceptrons of GAP, which {@code untrained} and {@code trainer} do
 *     not determine
 */
public record ModelTraining(GnnModel untrained, GnnModel withoutEdges, Trainer trainer, long seed) {

  private static final int HIDDEN = 64;

  /**
   * Returns settings whose model without edges is a perceptron with 64 hidden units.
   *
   * @param untrained the graph neural network
   * @param trainer the trainer of every model
   * @return the settings, with seed 0
   */
  public static ModelTraining of(GnnModel untrained, Trainer trainer) {
    return new ModelTraining(
        untrained,
        Mlp.builder()
            .layers(untrained.inputWidth(), HIDDEN, untrained.outputWidth())
            .dropout(0.5)
            .build(),
        trainer,
        0);
  }
}
