package io.linkteller.experiment.scenario;

import io.linkteller.eval.choice.ModelTraining;
import io.linkteller.experiment.cell.ResultKey;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.search.Preset;
import io.linkteller.models.train.Trainer;

/**
 * The architecture, training length and seed of a model. Immutable.
 *
 * @param preset the architecture and the settings of the training
 * @param epochs the maximum number of epochs, at least 1
 * @param seed the seed of initial parameters and dropout
 */
public record ModelRecipe(Preset preset, int epochs, long seed) {

  private static final double PER_WEIGHT = 33e-9;
  private static final double PER_ACTIVATION = 12e-9;
  private static final double PER_PRODUCT = 0.4e-9;
  private static final double DENSEST = 0.12;

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
   * Returns this training for the choice of a protection, beside the paper's MLP.
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

  /**
   * Returns the expected effort of the training. An epoch visits each weight of the first layer,
   * each activation and each product of an edge with an activation; a dense graph is multiplied by
   * tables of partial sums, which bounds the latter. The factors were measured.
   */
  double effort(FeatureMatrix features, double entries) {
    double nodes = features.rows();
    double products = Math.min(entries, nodes * nodes * DENSEST);
    double perUnit = PER_WEIGHT * features.cols() + PER_ACTIVATION * nodes + PER_PRODUCT * products;
    return epochs * firstWidth() * perUnit;
  }

  /** The number of units of the first layer: of the weights that one more feature needs. */
  private long firstWidth() {
    return untrained(2, 1).parameters().size() - untrained(1, 1).parameters().size();
  }

  /**
   * Returns the factor by which its depth makes attacks on a model slower than on one of two
   * layers: a change reaches about ten times as many nodes with each further layer.
   *
   * @return the factor, 1 for two layers
   */
  public double effortOfReach() {
    GnnModel model = untrained(1, 1);
    return model.architecture() instanceof Gcn
        ? Math.pow(10, LayerPlan.of(model.settings()).depth() - 2)
        : 1;
  }

  Trainer.Builder trainer() {
    return preset.trainer().epochs(epochs).seed(seed);
  }
}
