package io.linkteller.models.train;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * The labels that a network learns to predict: one class per node ({@link SingleLabels}) or any
 * number of classes per node ({@link MultiLabels}). The kind determines the loss, the predicted
 * classes and the score. Callers can use the methods of this interface and need not distinguish the
 * two kinds. Immutable.
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
   * Returns labels none of which is known.
   *
   * @param nodeCount n, at least 0
   * @return labels of one class
   */
  static SingleLabels unknown(int nodeCount) {
    int[] classes = new int[nodeCount];
    Arrays.fill(classes, UNKNOWN);
    return single(classes, 1);
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

  /** {@return whether a node may belong to several classes} */
  boolean isMultiLabel();

  /**
   * Tests whether the classes of a node are known.
   *
   * @param node the node, in [0, n)
   * @return false only for a node of class {@link #UNKNOWN}
   */
  boolean isKnown(int node);

  /**
   * Tests whether a node belongs to a class.
   *
   * @param node the node, in [0, n)
   * @param label the class, in [0, c)
   * @return true if the node belongs to the class; false for every class if the class of the node
   *     is unknown
   */
  boolean has(int node, int label);

  /**
   * Returns the labels of some nodes.
   *
   * @param nodes the nodes, each in [0, n)
   * @return labels in which node i has the classes of node {@code nodes.getInt(i)}
   */
  Labels select(IntList nodes);

  /**
   * Returns these labels as single labels.
   *
   * @return this object
   * @throws IllegalArgumentException if a node may belong to several classes
   */
  SingleLabels requireSingle();

  /**
   * Computes the training loss and its derivative, as {@link Loss} defines them.
   *
   * @param logits n x c
   * @param nodes the nodes that count, at least one, each with a known label
   * @param weights the weight of each class
   * @param gradient receives dL/d logits for the rows of {@code nodes}; of the shape of {@code
   *     logits} and zero elsewhere
   * @return L
   */
  double loss(DMatrixRMaj logits, IntList nodes, ClassWeights weights, DMatrixRMaj gradient);
}
