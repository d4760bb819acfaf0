package io.linkteller.experiment;

import io.linkteller.eval.cell.ResultKey;
import io.linkteller.eval.choice.ModelTraining;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.train.Preset;
import io.linkteller.models.train.Trainer;

/**
 * The architecture, training length and seed of a model. Immutable.
 *
 * @param preset the architecture and the settings of the training
 * @param epochs the maximum number of epochs, at least 1
 * @param seed the seed of initial parameters and dropout
 */
public record ModelRecipe(Preset preset, int epochs, long seed) {

  /**
   * Checks the number of epochs.
   *
   * @param preset the architecture and the settings of the training
   * @param epochs the maximum number of epochs, at least 1
   * @param seed the seed of initial parameters and dropout
   * @throws IllegalArgumentException if {@code epochs} is below 1
   */
  public ModelRecipe {
    if (epochs < 1) {
      throw new IllegalArgumentException("epochs = " + epochs + " is below 1");
    }
  }

  /**
   * Returns a recipe with the preset's number of epochs.
   *
   * @param preset the architecture and the settings of the training
   * @param seed the seed of initial parameters and dropout
   * @return the recipe
   */
  public static ModelRecipe of(Preset preset, long seed) {
    return new ModelRecipe(preset, preset.epochs(), seed);
  }

  /**
   * Returns this recipe with another seed.
   *
   * @param other the seed
   * @return the recipe
   */
  public ModelRecipe withSeed(long other) {
    return new ModelRecipe(preset, epochs, other);
  }

  /**
   * Adds these settings to a key.
   *
   * @param key the key of a result that depends on them
   * @return the key with preset, epochs and seed
   */
  public ResultKey in(ResultKey key) {
    return key.with("preset", preset).with("epochs", epochs).with("training seed", seed);
  }

  /**
   * Returns this training for the choice of a protection, together with the paper's MLP.
   *
   * @param scenario the data
   * @return the training
   */
  public ModelTraining training(Scenario scenario) {
    int features = scenario.train().features().cols();
    int classes = scenario.train().labels().classCount();
    return new ModelTraining(
        untrained(features, classes),
        Preset.TWITCH_MLP.model(features, classes, seed),
        trainer().parallelism(1).build(),
        seed);
  }

  GnnModel untrained(int features, int classes) {
    return preset.model(features, classes, seed);
  }

  Trainer.Builder trainer() {
    return preset.trainer().epochs(epochs).seed(seed);
  }
}
