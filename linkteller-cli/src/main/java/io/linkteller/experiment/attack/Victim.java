package io.linkteller.experiment.attack;

import io.linkteller.experiment.scenario.ModelRecipe;
import io.linkteller.experiment.scenario.Scenario;
import io.linkteller.models.search.Preset;

/**
 * What is attacked: a model, and what it is trained on and serves.
 *
 * @param scenario the data
 * @param recipe the model; experiments that train from several seeds replace its own
 */
public record Victim(Scenario scenario, ModelRecipe recipe) {

  /**
   * Returns a victim whose model is trained as a preset says.
   *
   * @param scenario the data
   * @param preset the model
   * @return the victim
   */
  public static Victim of(Scenario scenario, Preset preset) {
    return new Victim(scenario, ModelRecipe.of(preset, 0));
  }

  /**
   * Returns how reports tell the model.
   *
   * @return the data, the preset and the epochs, such as {@code RU: TWITCH, 200 epochs}
   */
  public String description() {
    return scenario.name() + ": " + recipe.preset() + ", " + recipe.epochs() + " epochs";
  }

  /**
   * Returns this victim with a model of another seed.
   *
   * @param seed the seed
   * @return the victim
   */
  public Victim trainedFrom(long seed) {
    return new Victim(scenario, recipe.withSeed(seed));
  }
}
