package io.linkteller.data.onnx;

/**
 * The edges for a model that takes more than an undirected graph: arcs with weights or types.
 * Immutable.
 */
public final class EdgeInputs {

  private final int[] sources;
  private final int[] targets;
  private final double[] weights;
  private final int[] types;

  private EdgeInputs(int[] sources, int[] targets, double[] weights, int[] types) {
    this.sources = sources;
    this.targets = targets;
    this.weights = weights;
    this.types = types;
  }

  /**
   * Returns arcs without weights and types.
   *
   * @param sources the node that sends, for each arc
   * @param targets the node that receives, for each arc
   * @return the arcs
   * @throws IllegalArgumentException if the arrays differ in length
   */
  public static EdgeInputs of(int[] sources, int[] targets) {
    requireLength("targets", targets.length, sources.length);
    return new EdgeInputs(sources.clone(), targets.clone(), new double[0], new int[0]);
  }

  /**
   * Returns the arcs with weights.
   *
   * @param each the weight of each arc
   * @return the arcs
   * @throws IllegalArgumentException if their number differs from that of the arcs
   */
  public EdgeInputs weights(double[] each) {
    requireLength("weights", each.length, sources.length);
    return new EdgeInputs(sources, targets, each.clone(), types);
  }

  /**
   * Returns the arcs with types.
   *
   * @param each the type of each arc, counted from 0
   * @return the arcs
   * @throws IllegalArgumentException if their number differs from that of the arcs
   */
  public EdgeInputs types(int[] each) {
    requireLength("types", each.length, sources.length);
    return new EdgeInputs(sources, targets, weights, each.clone());
  }

  private static void requireLength(String name, int length, int arcs) {
    if (length != arcs) {
      throw new IllegalArgumentException(
          name + " has " + length + " entries for " + arcs + " arcs");
    }
  }

  int count() {
    return sources.length;
  }

  /** Returns all sources and then all targets, or the pairs one after another. */
  double[] pairs(boolean byEntry) {
    int count = sources.length;
    double[] pairs = new double[Math.multiplyExact(2, count)];
    for (int e = 0; e < count; e++) {
      pairs[byEntry ? 2 * e : e] = sources[e];
      pairs[byEntry ? 2 * e + 1 : count + e] = targets[e];
    }
    return pairs;
  }

  boolean hasWeights() {
    return weights.length == sources.length;
  }

  boolean hasTypes() {
    return types.length == sources.length;
  }

  double[] weights() {
    return weights;
  }

  double[] types() {
    double[] numbers = new double[types.length];
    for (int e = 0; e < numbers.length; e++) {
      numbers[e] = types[e];
    }
    return numbers;
  }
}
