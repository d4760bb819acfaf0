package io.linkteller.models.train;

import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/** Labels with one class per node, which may be unknown. */
public final class SingleLabels implements Labels {

  private final int[] classes;
  private final int classCount;

  private SingleLabels(int[] classes, int classCount) {
    this.classes = classes;
    this.classCount = classCount;
  }

  static SingleLabels of(int[] classes, int classCount) {
    if (classCount < 1) {
      throw new IllegalArgumentException("classCount = " + classCount + " is below 1");
    }
    for (int node = 0; node < classes.length; node++) {
      if (classes[node] < UNKNOWN || classes[node] >= classCount) {
        throw new IllegalArgumentException(
            "class " + classes[node] + " of node " + node + " is outside [-1, " + classCount + ")");
      }
    }
    return new SingleLabels(classes.clone(), classCount);
  }

  @Override
  public int nodeCount() {
    return classes.length;
  }

  @Override
  public int classCount() {
    return classCount;
  }

  @Override
  public boolean isMultiLabel() {
    return false;
  }

  @Override
  public boolean isKnown(int node) {
    return classes[node] != UNKNOWN;
  }

  @Override
  public boolean has(int node, int label) {
    return classes[node] == label;
  }

  @Override
  public SingleLabels select(IntList nodes) {
    return new SingleLabels(nodes.intStream().map(this::classOf).toArray(), classCount);
  }

  @Override
  public SingleLabels requireSingle() {
    return this;
  }

  @Override
  public double loss(
      DMatrixRMaj logits, IntList nodes, ClassWeights weights, DMatrixRMaj gradient) {
    return Loss.softmaxCrossEntropy(logits, this, nodes, weights, gradient);
  }

  /**
   * Returns the class of a node.
   *
   * @param node the node, in [0, n)
   * @return its class in [0, c), or {@link Labels#UNKNOWN}
   */
  public int classOf(int node) {
    return classes[node];
  }
}
