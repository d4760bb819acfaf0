package io.linkteller.eval.experiment.attack;

import io.linkteller.eval.experiment.scenario.ModelRecipe;
import io.linkteller.eval.experiment.scenario.Scenario;
import io.linkteller.models.search.Preset;

/**
 * What is attacked: a model, and what it is trained on and serves.
 *
 * @param scenario the data
 * @param recipe the model; its seed is the first of the training seeds
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
}
