package io.linkteller.cli;

import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Mlp;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.train.Trainer;
import java.util.Locale;
import picocli.CommandLine.Option;

/**
 * The options for the layers and the training of a model. The defaults are those of the paper on
 * twitch.
 */
final class GcnTraining {

  @Option(
      names = "--hidden",
      defaultValue = "256",
      split = ",",
      paramLabel = "WIDTH",
      description =
          "Widths of the hidden layers, for example 256 or 64,64. Default: ${DEFAULT-VALUE}.")
  private int[] hidden;

  @Option(names = "--epochs", defaultValue = "200", description = "Default: ${DEFAULT-VALUE}.")
  private int epochs;

  @Option(
      names = "--learning-rate",
      defaultValue = "0.01",
      description = "Default: ${DEFAULT-VALUE}.")
  private double learningRate;

  @Option(
      names = "--weight-decay",
      defaultValue = "5e-4",
      description = "Default: ${DEFAULT-VALUE}.")
  private double weightDecay;

  @Option(names = "--dropout", defaultValue = "0.5", description = "Default: ${DEFAULT-VALUE}.")
  private double dropout;

  @Option(
      names = "--train-seed",
      defaultValue = "42",
      description = "Seed of initial weights and dropout. Default: ${DEFAULT-VALUE}.")
  private long trainSeed;

  int epochs() {
    return epochs;
  }

  /** Returns a trainer, rejecting arguments out of range before any work is done. */
  Trainer.Builder trainer(int threads) {
    gcn(1, 1, Normalization.FIRST_ORDER_GCN);
    return Trainer.builder()
        .epochs(epochs)
        .learningRate(learningRate)
        .weightDecay(weightDecay)
        .seed(trainSeed)
        .parallelism(threads);
  }

  private int[] widths(int features, int classes) {
    int[] widths = new int[hidden.length + 2];
    widths[0] = features;
    System.arraycopy(hidden, 0, widths, 1, hidden.length);
    widths[hidden.length + 1] = classes;
    return widths;
  }

  /** Returns an untrained MLP of the same widths, which uses no edges. */
  GnnModel mlp(int features, int classes) {
    return untrained(Mlp.builder(), features, classes);
  }

  long seed() {
    return trainSeed;
  }

  /** Returns the settings of the training as text. */
  String description() {
    return String.format(
        Locale.ROOT,
        "%d epochs, learning rate %s, weight decay %s, dropout %s, seed %d",
        epochs,
        learningRate,
        weightDecay,
        dropout,
        trainSeed);
  }

  GnnModel gcn(int features, int classes, Normalization normalization) {
    return untrained(Gcn.builder().with(Normalization.SETTING, normalization), features, classes);
  }

  GnnModel untrained(ModelBuilder model, int features, int classes) {
    return model.layers(widths(features, classes)).dropout(dropout).seed(trainSeed).build();
  }
}
