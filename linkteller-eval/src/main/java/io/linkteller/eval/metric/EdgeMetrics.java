package io.linkteller.eval.metric;

import io.linkteller.graph.Graph;

/**
 * Counts of predicted and true edges, from which precision and recall follow (section VI of the
 * paper).
 *
 * @param truePositives the number of predicted edges that are true edges
 * @param predicted m, the number of predicted edges
 * @param actual the number of true edges among all pairs
 */
public record EdgeMetrics(long truePositives, long predicted, long actual) {

  /**
   * Checks the counts.
   *
   * @param truePositives the number of predicted edges that are true edges
   * @param predicted m, the number of predicted edges
   * @param actual the number of true edges among all pairs
   * @throws IllegalArgumentException if a count is negative, or there are more true positives than
   *     predicted or actual edges
   */
  public EdgeMetrics {
    requireCount("truePositives", truePositives);
    requireCount("predicted", predicted);
    requireCount("actual", actual);
    if (truePositives > Math.min(predicted, actual)) {
      throw new IllegalArgumentException(
          "truePositives = "
              + truePositives
              + " is more than predicted = "
              + predicted
              + " or actual = "
              + actual);
    }
  }

  /**
   * Compares two graphs on the same nodes. Takes O(m log d) time for m predicted edges and a
   * largest true degree of d.
   *
   * @param predicted the predicted edges
   * @param truth the true edges
   * @return the counts
   * @throws IllegalArgumentException if the graphs differ in their number of nodes
   */
  public static EdgeMetrics of(Graph predicted, Graph truth) {
    if (predicted.nodeCount() != truth.nodeCount()) {
      throw new IllegalArgumentException(
          "a prediction on "
              + predicted.nodeCount()
              + " nodes cannot be compared with a graph on "
              + truth.nodeCount());
    }
    long[] hits = new long[1];
    predicted.forEachEdge(
        (u, v) -> {
          if (truth.hasEdge(u, v)) {
            hits[0]++;
          }
        });
    return new EdgeMetrics(hits[0], predicted.edgeCount(), truth.edgeCount());
  }

  /**
   * Returns the share of the predicted edges that are true edges.
   *
   * @return the precision, in [0, 1]; 0 if no pair is predicted
   */
  public double precision() {
    return ratio(truePositives, predicted);
  }

  /**
   * Returns the share of the true edges that are predicted.
   *
   * @return the recall, in [0, 1]; 0 if there are no edges
   */
  public double recall() {
    return ratio(truePositives, actual);
  }

  /**
   * Returns the harmonic mean of precision and recall, 2 TP / (m + edges).
   *
   * @return F1, in [0, 1]; 0 if there are neither predicted nor true edges
   */
  public double f1() {
    return ratio(2 * truePositives, predicted + actual);
  }

  /**
   * Returns F1 as a share of the best F1 with the same number of predicted edges, which is 2 min(m,
   * edges) / (m + edges).
   *
   * @return the share, in [0, 1]; 0 if there is no predicted or no true edge
   */
  public double shareOfBestF1() {
    return ratio(truePositives, Math.min(predicted, actual));
  }

  static double ratio(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }

  private static void requireCount(String name, long count) {
    if (count < 0) {
      throw new IllegalArgumentException(name + " = " + count + " is negative");
    }
  }
}
