package io.linkteller.models.train;

import java.util.BitSet;

/** Any number of classes per node. */
public final class MultiLabels implements Labels {

  private final BitSet member;
  private final int nodeCount;
  private final int classCount;

  private MultiLabels(BitSet member, int nodeCount, int classCount) {
    this.member = member;
    this.nodeCount = nodeCount;
    this.classCount = classCount;
  }

  static MultiLabels of(boolean[][] member) {
    int classes = member.length == 0 ? 0 : member[0].length;
    BitSet bits = new BitSet(member.length * classes);
    for (int node = 0; node < member.length; node++) {
      if (member[node].length != classes) {
        throw new IllegalArgumentException(
            "node " + node + " has " + member[node].length + " labels where node 0 has " + classes);
      }
      for (int label = 0; label < classes; label++) {
        bits.set(node * classes + label, member[node][label]);
      }
    }
    return new MultiLabels(bits, member.length, classes);
  }

  @Override
  public int nodeCount() {
    return nodeCount;
  }

  @Override
  public int classCount() {
    return classCount;
  }

  /**
   * Tests whether a node belongs to a class.
   *
   * @param node the node, in [0, n)
   * @param label the class, in [0, c)
   * @return true if the node belongs to the class
   */
  public boolean has(int node, int label) {
    return member.get(node * classCount + label);
  }
}
