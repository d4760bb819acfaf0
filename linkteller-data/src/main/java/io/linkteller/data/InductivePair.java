package io.linkteller.data;

/**
 * The inductive setting: a network is trained on one graph and answers queries on another, whose
 * features and classes mean the same.
 *
 * @param train what the network learns from
 * @param inference what it serves, and what is attacked
 */
public record InductivePair(Dataset train, Dataset inference) {

  /**
   * Checks that a network for one fits the other.
   *
   * @param train what the network learns from
   * @param inference what it serves, and what is attacked
   * @throws IllegalArgumentException if they differ in their number of features or classes
   */
  public InductivePair {
    if (train.features().cols() != inference.features().cols()) {
      throw new IllegalArgumentException(
          train.name()
              + " has "
              + train.features().cols()
              + " features, but "
              + inference.name()
              + " has "
              + inference.features().cols());
    }
    if (train.labels().classCount() != inference.labels().classCount()) {
      throw new IllegalArgumentException(
          train.name()
              + " has "
              + train.labels().classCount()
              + " classes, but "
              + inference.name()
              + " has "
              + inference.labels().classCount());
    }
  }
}
