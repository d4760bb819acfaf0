package io.linkteller.models.train;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The labels that a network learns to predict: one class per node, which may be unknown, or any
 * number of classes per node. The kind of labels determines the loss, the predicted classes and the
 * score. Immutable.
 */
public final class Labels {

  /** Marks a node whose class is unknown. */
  public static final int UNKNOWN = -1;

  private final boolean multi;
  private final int nodeCount;
  private final int classCount;

  /** The class of each node; empty for multiple labels. */
  private final int[] classes;

  /** Whether node u belongs to a class, at index u * c + class; empty for single labels. */
  private final BitSet members;

  private Labels(boolean multi, int nodeCount, int classCount, int[] classes, BitSet members) {
    this.multi = multi;
    this.nodeCount = nodeCount;
    this.classCount = classCount;
    this.classes = classes;
    this.members = members;
  }

  private static Labels ofClasses(int[] classes, int classCount) {
    return new Labels(false, classes.length, classCount, classes, new BitSet(0));
  }

  /**
   * Returns labels with one class per node. Training uses softmax cross entropy.
   *
   * @param classes the class of each node in [0, classCount), or {@link #UNKNOWN}
   * @param classCount the number of classes, at least 1
   * @return the labels
   * @throws IllegalArgumentException if a class is out of range; the message names the node
   */
  public static Labels single(int[] classes, int classCount) {
    if (classCount < 1) {
      throw new IllegalArgumentException("classCount = " + classCount + " is below 1");
    }
    for (int node = 0; node < classes.length; node++) {
      if (classes[node] < UNKNOWN || classes[node] >= classCount) {
        throw new IllegalArgumentException(
            "class " + classes[node] + " of node " + node + " is outside [-1, " + classCount + ")");
      }
    }
    return ofClasses(classes.clone(), classCount);
  }

  /**
   * Returns labels that are all unknown.
   *
   * @param nodeCount n, at least 0
   * @return labels with one class
   */
  public static Labels unknown(int nodeCount) {
    int[] classes = new int[nodeCount];
    Arrays.fill(classes, UNKNOWN);
    return ofClasses(classes, 1);
  }

  /**
   * Returns labels with any number of classes per node. Training uses binary cross entropy.
   *
   * @param member whether node u belongs to class c, at index [u][c]
   * @return the labels
   * @throws IllegalArgumentException if the rows differ in length
   */
  public static Labels multi(boolean[][] member) {
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
    return new Labels(true, member.length, classes, new int[0], bits);
  }

  /**
   * Returns these labels with additional classes that do not occur.
   *
   * @param count the number of classes, at least that of these labels
   * @return labels with one class per node
   * @throws IllegalArgumentException if {@code count} is too small, or nodes may belong to several
   *     classes
   */
  public Labels ofClasses(int count) {
    return single(requireSingle().classes, count);
  }

  /** {@return n, the number of nodes} */
  public int nodeCount() {
    return nodeCount;
  }

  /** {@return c, the number of classes, which is the width of the logits} */
  public int classCount() {
    return classCount;
  }

  /** {@return whether a node may belong to several classes} */
  public boolean isMultiLabel() {
    return multi;
  }

  /**
   * Returns whether the classes of a node are known.
   *
   * @param node the node, in [0, n)
   * @return false only for a node of class {@link #UNKNOWN}
   */
  public boolean isKnown(int node) {
    return multi || classes[node] != UNKNOWN;
  }

  /**
   * Returns whether a node belongs to a class.
   *
   * @param node the node, in [0, n)
   * @param label the class, in [0, c)
   * @return true if the node belongs to the class; false for every class if the class of the node
   *     is unknown
   */
  public boolean has(int node, int label) {
    return multi ? members.get(node * classCount + label) : classes[node] == label;
  }

  /**
   * Returns the class of a node, if each node has one ({@link #requireSingle}).
   *
   * @param node the node, in [0, n)
   * @return its class in [0, c), or {@link #UNKNOWN}
   * @throws IndexOutOfBoundsException if nodes may belong to several classes
   */
  public int classOf(int node) {
    return classes[node];
  }

  /**
   * Returns the labels of given nodes.
   *
   * @param nodes the nodes, each in [0, n)
   * @return labels in which node i has the classes of node {@code nodes.getInt(i)}
   */
  public Labels select(IntList nodes) {
    if (!multi) {
      return ofClasses(nodes.intStream().map(node -> classes[node]).toArray(), classCount);
    }
    BitSet selected = new BitSet(nodes.size() * classCount);
    for (int i = 0; i < nodes.size(); i++) {
      for (int label = 0; label < classCount; label++) {
        selected.set(i * classCount + label, has(nodes.getInt(i), label));
      }
    }
    return new Labels(true, nodes.size(), classCount, classes, selected);
  }

  /**
   * Checks that nodes have single labels.
   *
   * @return this object
   * @throws IllegalArgumentException if a node may belong to several classes
   */
  public Labels requireSingle() {
    if (multi) {
      throw new IllegalArgumentException(
          "labels with one class per node are required, not multiple labels");
    }
    return this;
  }
}
