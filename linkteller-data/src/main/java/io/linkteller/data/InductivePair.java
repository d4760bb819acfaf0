package io.linkteller.data;

/**
 * The inductive setting: a network is trained on one graph and answers queries on another with the
 * same features and classes.
 *
 * @param train the data for training
 * @param inference the data that is served and attacked
 */
public record InductivePair(Dataset train, Dataset inference) {

  /**
   * Checks that a network for one data set fits the other.
   *
   * @param train the data for training
   * @param inference the data that is served and attacked
   * @throws IllegalArgumentException if they differ in their number of features or classes
   */
  public InductivePair {
    if (train.features().cols() != inference.features().cols()) {
      throw new IllegalArgumentException(
          "%s has %s features, but %s has %s"
              .formatted(
                  train.name(),
                  train.features().cols(),
                  inference.name(),
                  inference.features().cols()));
    }
    if (train.labels().classCount() != inference.labels().classCount()) {
      throw new IllegalArgumentException(
          "%s has %s classes, but %s has %s"
              .formatted(
                  train.name(),
                  train.labels().classCount(),
                  inference.name(),
                  inference.labels().classCount()));
    }
  }
}
