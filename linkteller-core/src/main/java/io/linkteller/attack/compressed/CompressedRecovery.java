package io.linkteller.attack.compressed;

import io.linkteller.attack.Finding;
import io.linkteller.attack.PairScores;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The result of {@link CompressedProbing}.
 *
 * @param scores above 1/2 for the edges of the predicted graph, below 1/2 for all other pairs
 * @param propagation how the layers combine neighbors in the model that predicts the answers best
 * @param depth k, the number of layers of that model
 * @param kHat the density of the predicted graph, in [0, 1]
 * @param misfit the distance between the predicted and the held-out answers, relative to the effect
 *     that nodes have on each other's answers; 0 is exact, 1 is the misfit of a graph without edges
 * @param floor the measured error of the answers, on the same scale
 * @param certified whether the graph has edges, predicts the held-out answers as well as their
 *     error allows, leaves no pair undecided, and also predicts the answers for halves of the
 *     nodes, if these can be queried
 * @param measurement a description of the queries
 * @param queries the number of queries sent
 */
record CompressedRecovery(
    PairScores scores,
    Propagation propagation,
    int depth,
    double kHat,
    double misfit,
    double floor,
    boolean certified,
    String measurement,
    int queries) {

  /**
   * The weight of the influence in a score: it orders only pairs that the graph does not
   * distinguish.
   */
  private static final double TIE = 1e-3;

  /**
   * Returns the result of a search that ended with this graph and the influences m, n x n,
   * row-major.
   */
  static CompressedRecovery of(
      NamedGraph graph,
      Certificate certificate,
      boolean certified,
      double[] m,
      String measurement,
      int queries) {
    int n = graph.n();
    double largest = Arrays.stream(m).max().orElse(1);
    PairScores scores =
        PairScores.ofAll(
            n,
            (i, j) -> {
              double influence = Math.max(m[i * n + j], m[j * n + i]) / largest;
              return (graph.hasEdge(i, j) ? 1 : 0) + TIE * influence;
            });
    return new CompressedRecovery(
        scores,
        graph.propagation(),
        graph.depth(),
        graph.edgeCount() / (n * (n - 1.0) / 2),
        certificate.misfit(),
        certificate.floor(),
        certified,
        measurement,
        queries);
  }

  /** Returns this result with a larger number of queries. */
  CompressedRecovery after(int all) {
    return new CompressedRecovery(
        scores, propagation, depth, kHat, misfit, floor, certified, measurement, all);
  }

  /** {@return the scores with the density of the predicted graph, its loss and its certificate} */
  Finding finding() {
    Map<String, Object> notes = new LinkedHashMap<>();
    notes.put("certified", certified);
    notes.put("misfit", misfit);
    notes.put("misfit that errors explain", floor);
    notes.put("propagation", propagation.toString());
    notes.put("layers", depth);
    notes.put("asked", measurement);
    return Finding.of(scores)
        .withEvidenceAbove(0.5)
        .withDensity(kHat)
        .withLoss(misfit * misfit)
        .withNotes(notes);
  }

  /** {@return why the graph may be wrong, if it is not certified} */
  String doubt() {
    String reason = "; more queries or answers with more digits may help";
    if (kHat == 0) {
      reason = "; no target has an edge to another, or the model ignores the graph";
    } else if (misfit <= Certificate.NEAR * floor) {
      reason =
          misfit <= Certificate.MAX_MISFIT
              ? ", and other graphs would give the same answers"
              : "; such errors hide wrong edges, and answers with more digits may help";
    }
    return String.format(
        Locale.ROOT,
        "the graph is not certified after %,d queries: its misfit is %.2g (errors"
            + " explain %.2g)%s",
        queries,
        misfit,
        floor,
        reason);
  }
}
