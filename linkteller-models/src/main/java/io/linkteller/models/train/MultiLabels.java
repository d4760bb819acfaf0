package io.linkteller.models.train;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.BitSet;
import org.ejml.data.DMatrixRMaj;

/** Labels with any number of classes per node. */
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
            "node " + node + " has " + member[node].length + " labels, but node 0 has " + classes);
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

  @Override
  public boolean isMultiLabel() {
    return true;
  }

  @Override
  public boolean isKnown(int node) {
    return true;
  }

  @Override
  public boolean has(int node, int label) {
    return member.get(node * classCount + label);
  }

  @Override
  public MultiLabels select(IntList nodes) {
    BitSet selected = new BitSet(nodes.size() * classCount);
    for (int i = 0; i < nodes.size(); i++) {
      for (int label = 0; label < classCount; label++) {
        selected.set(i * classCount + label, has(nodes.getInt(i), label));
      }
    }
    return new MultiLabels(selected, nodes.size(), classCount);
  }

  @Override
  public SingleLabels requireSingle() {
    throw new IllegalArgumentException(
        "labels with one class per node are required, not multiple labels");
  }

  @Override
  public double loss(
      DMatrixRMaj logits, IntList nodes, ClassWeights weights, DMatrixRMaj gradient) {
    return Loss.binaryCrossEntropy(logits, this, nodes, weights, gradient);
  }
}
