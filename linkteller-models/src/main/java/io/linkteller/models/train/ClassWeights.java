package io.linkteller.models.train;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;

/**
 * The weights of the classes in the loss. Immutable.
 *
 * <p>With single labels, the loss is the weighted mean over the nodes, each with the weight of its
 * class. With multiple labels, it is the mean over all pairs of node and class of the loss times
 * the weight of the class.
 */
public final class ClassWeights {

  /** Equal weights. */
  public static final ClassWeights EQUAL = new ClassWeights(new double[0]);

  private final double[] weights;

  private ClassWeights(double[] weights) {
    this.weights = weights;
  }

  /**
   * Returns class weights with given values.
   *
   * @param weights the weight of each class, positive and finite
   * @return the weights
   * @throws IllegalArgumentException if there is no weight, or one is out of range
   */
  public static ClassWeights of(double... weights) {
    if (weights.length == 0) {
      throw new IllegalArgumentException("at least one class weight is required");
    }
    for (int c = 0; c < weights.length; c++) {
      if (!(weights[c] > 0 && weights[c] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "weight " + weights[c] + " of class " + c + " is outside (0, Infinity)");
      }
    }
    return new ClassWeights(weights.clone());
  }

  /**
   * Returns weights that give all classes the same total weight. The weight of a class is the
   * number of labeled nodes divided by the product of the number of classes and the number of nodes
   * of the class, or 1 for a class without nodes.
   *
   * @param labels the labels
   * @param nodes the nodes to count; nodes without a known label are ignored
   * @return the weights
   */
  public static ClassWeights balanced(SingleLabels labels, IntList nodes) {
    double[] counts = new double[labels.classCount()];
    for (int i = 0; i < nodes.size(); i++) {
      int label = labels.classOf(nodes.getInt(i));
      if (label != Labels.UNKNOWN) {
        counts[label]++;
      }
    }
    double known = Arrays.stream(counts).sum();
    return new ClassWeights(
        Arrays.stream(counts)
            .map(count -> count == 0 ? 1 : known / (counts.length * count))
            .toArray());
  }

  void check(Labels labels) {
    if (weights.length > 0 && weights.length != labels.classCount()) {
      throw new IllegalArgumentException(
          weights.length + " class weights for " + labels.classCount() + " classes");
    }
  }

  /**
   * Returns the weight of a class.
   *
   * @param label the class
   * @return its weight
   */
  public double of(int label) {
    return weights.length == 0 ? 1 : weights[label];
  }

  @Override
  public String toString() {
    return weights.length == 0 ? "ClassWeights[equal]" : "ClassWeights" + Arrays.toString(weights);
  }
}
