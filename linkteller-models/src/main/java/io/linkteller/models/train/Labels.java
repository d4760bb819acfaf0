package io.linkteller.models.train;

/**
 * What a network learns to predict: one class per node ({@link SingleLabels}) or any number of them
 * ({@link MultiLabels}). Immutable.
 */
public sealed interface Labels permits SingleLabels, MultiLabels {

  /** The class of a node whose class is not known. */
  int UNKNOWN = -1;

  /**
   * Returns labels of one class per node, trained with softmax cross entropy.
   *
   * @param classes for each node its class in [0, classCount), or {@link #UNKNOWN}
   * @param classCount the number of classes, at least 1
   * @return the labels
   * @throws IllegalArgumentException if a class is out of range; the message names the node
   */
  static SingleLabels single(int[] classes, int classCount) {
    return SingleLabels.of(classes, classCount);
  }

  /**
   * Returns labels of any number of classes per node, trained with binary cross entropy.
   *
   * @param member for each node and class, whether the node belongs to it
   * @return the labels
   * @throws IllegalArgumentException if rows differ in length
   */
  static MultiLabels multi(boolean[][] member) {
    return MultiLabels.of(member);
  }

  /**
   * Returns the number of nodes.
   *
   * @return n
   */
  int nodeCount();

  /**
   * Returns the number of classes: the width of the logits.
   *
   * @return c
   */
  int classCount();
}
