package io.linkteller.models.train;

import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/**
 * The labels that a network learns to predict: one class per node ({@link SingleLabels}) or any
 * number of classes per node ({@link MultiLabels}). The kind decides the loss, the predicted classes
 * and the score; callers use the methods of this interface and need not distinguish the two.
 * Immutable.
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

  /** {@return the number of nodes, n} */
  int nodeCount();

  /** {@return the number of classes, c: the number of columns of the logits} */
  int classCount();

  /** {@return whether a node may belong to several classes} */
  boolean isMultiLabel();

  /**
   * Tells whether the classes of a node are known.
   *
   * @param node in [0, n)
   * @return false only for a node of class {@link #UNKNOWN}
   */
  boolean isKnown(int node);

  /**
   * Tells whether a node belongs to a class.
   *
   * @param node in [0, n)
   * @param label in [0, c)
   * @return true if it does; false for every class of a node whose class is not known
   */
  boolean has(int node, int label);

  /**
   * Returns the labels of some nodes.
   *
   * @param nodes nodes in [0, n)
   * @return labels whose node i is {@code nodes.getInt(i)} of these
   */
  Labels select(IntList nodes);

  /**
   * Returns these labels as labels of one class per node.
   *
   * @return this
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
