package io.linkteller.models.train;

/**
 * The labels that a network learns to predict: one class per node ({@link SingleLabels}) or any
 * number of classes per node ({@link MultiLabels}). Immutable.
 */
public sealed interface Labels permits SingleLabels, MultiLabels {

  /** Marks a node whose class is unknown. */
  int UNKNOWN = -1;

  /**
   * Returns labels with one class per node. Training uses softmax cross entropy.
   *
   * @param classes the class of each node in [0, classCount), or {@link #UNKNOWN}
   * @param classCount the number of classes, at least 1
   * @return the labels
   * @throws IllegalArgumentException if a class is out of range; the message names the node
   */
  static SingleLabels single(int[] classes, int classCount) {
    return SingleLabels.of(classes, classCount);
  }

  /**
   * Returns labels with any number of classes per node. Training uses binary cross entropy.
   *
   * @param member whether node u belongs to class c, at index [u][c]
   * @return the labels
   * @throws IllegalArgumentException if the rows differ in length
   */
  static MultiLabels multi(boolean[][] member) {
    return MultiLabels.of(member);
  }

  /** {@return n, the number of nodes} */
  int nodeCount();

  /** {@return c, the number of classes, which is the width of the logits} */
  int classCount();
}
