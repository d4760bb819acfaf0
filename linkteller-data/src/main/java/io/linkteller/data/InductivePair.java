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
   * Checks that a network for one data set can be applied to the other.
   *
   * @param train the data for training
   * @param inference the data that is served and attacked
   * @throws IllegalArgumentException if they differ in their number of features or classes
   */
  public InductivePair {
    requireSame("features", train, train.features().cols(), inference, inference.features().cols());
    requireSame(
        "classes", train, train.labels().classCount(), inference, inference.labels().classCount());
  }

  private static void requireSame(String what, Dataset train, int own, Dataset other, int found) {
    if (own != found) {
      throw new IllegalArgumentException(
          "%s has %s %s, but %s has %s".formatted(train.name(), own, what, other.name(), found));
    }
  }
}
