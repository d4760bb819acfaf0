package io.linkteller.models.train;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;

/**
 * How much each class counts in the loss. Immutable.
 *
 * <p>Single labels: the weighted mean of the nodes' losses, each with the weight of its class.
 * Multiple labels: the mean over all cells of the cell's loss times the weight of its class.
 */
public final class ClassWeights {

  /** Every class counts the same. */
  public static final ClassWeights EQUAL = new ClassWeights(new double[0]);

  private final double[] weights;

  private ClassWeights(double[] weights) {
    this.weights = weights;
  }

  /**
   * Returns given weights.
   *
   * @param weights one number per class, finite and positive
   * @return the weights
   * @throws IllegalArgumentException if there is none or one is out of range
   */
  public static ClassWeights of(double... weights) {
    if (weights.length == 0) {
      throw new IllegalArgumentException("there is no class weight");
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
   * Returns weights under which all classes count the same in sum: the number of labeled nodes over
   * that of classes times that of the nodes of the class; 1 for a class of none.
   *
   * @param labels the labels
   * @param nodes the nodes that count; those without a known label are passed over
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
          weights.length + " class weights are given for " + labels.classCount() + " classes");
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
