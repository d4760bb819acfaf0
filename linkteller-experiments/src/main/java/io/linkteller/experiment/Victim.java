package io.linkteller.experiment;

import io.linkteller.models.train.Preset;

/**
 * An attacked model with its training data and served data.
 *
 * @param scenario the data
 * @param recipe the model; experiments with several training seeds replace its seed
 */
public record Victim(Scenario scenario, ModelRecipe recipe) {

  /**
   * Returns a victim with a model trained by a preset.
   *
   * @param scenario the data
   * @param preset the model
   * @return the victim
   */
  public static Victim of(Scenario scenario, Preset preset) {
    return new Victim(scenario, ModelRecipe.of(preset, 0));
  }

  /**
   * Returns the description of the model in reports.
   *
   * @return the data, the preset and the epochs, such as {@code RU: TWITCH, 200 epochs}
   */
  public String description() {
    return scenario.name() + ": " + recipe.preset() + ", " + recipe.epochs() + " epochs";
  }

  /**
   * Returns this victim with another training seed.
   *
   * @param seed the seed
   * @return the victim
   */
  public Victim trainedFrom(long seed) {
    return new Victim(scenario, recipe.withSeed(seed));
  }
}
