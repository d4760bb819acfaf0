package io.linkteller.experiment.scenario;

import io.linkteller.experiment.cell.ResultKey;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.search.Preset;
import io.linkteller.models.train.Trainer;

/**
 * Which model is trained, how long, and from which seed. Immutable.
 *
 * @param preset the architecture and the settings of the training
 * @param epochs how many epochs at most, at least 1
 * @param seed the seed of initial parameters and dropout
 */
public record ModelRecipe(Preset preset, int epochs, long seed) {

  /**
   * Checks the number of epochs.
   *
   * @param preset the architecture and the settings of the training
   * @param epochs how many epochs at most, at least 1
   * @param seed the seed of initial parameters and dropout
   * @throws IllegalArgumentException if {@code epochs} is below 1
   */
  public ModelRecipe {
    if (epochs < 1) {
      throw new IllegalArgumentException("epochs = " + epochs + " is below 1");
    }
  }

  /**
   * Returns a recipe of as many epochs as the preset says.
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
   * @param key the key of something that depends on them
   * @return the key with preset, epochs and seed
   */
  public ResultKey in(ResultKey key) {
    return key.with("preset", preset).with("epochs", epochs).with("training seed", seed);
  }

  GnnModel<?> untrained(int features, int classes) {
    return preset.model(features, classes, seed);
  }

  Trainer.Builder trainer() {
    return preset.trainer().epochs(epochs).seed(seed);
  }
}
