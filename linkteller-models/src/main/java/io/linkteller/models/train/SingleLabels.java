package io.linkteller.models.train;

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
