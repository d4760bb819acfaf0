package io.linkteller.models.audit;

import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.program.GraphModel;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * A white-box audit for the graph owner: computes the influences of Algorithm 1 in the limit Δ → 0
 * by forward-mode differentiation of the program. The result is that of an attacker with exact
 * arithmetic and the same pair score, but the audit requires no queries.
 *
 * <pre>{@code
 * LeakageReport report = InfluenceAudit.exact(model, graph, features).report(PairScore.PAPER);
 * report.edges().subList(0, 100)        // the most exposed edges
 * report.edgesAmong(report.edgeCount()) // edges found if their number is known
 * }</pre>
 *
 * <p>Use {@link StreamedAudit} for graphs whose influences do not fit in memory.
 *
 * <p>The time per node is that of one query to a served model, which is proportional to the size of
 * the node's k-hop neighborhood. Memory use is 24 bytes per pair of nodes within k hops, plus 8 |E|
 * bytes. The result does not depend on the number of threads. Immutable.
 */
public final class InfluenceAudit {

  private final FeatureMatrix features;
  private final InfluenceStream stream;
  private final Workers workers;

  private InfluenceAudit(FeatureMatrix features, InfluenceStream stream, Workers workers) {
    this.features = features;
    this.stream = stream;
    this.workers = workers;
  }

  /**
   * Creates an audit of a model on a graph and runs one forward pass, with one thread per
   * processor.
   *
   * @param model a trained model
   * @param graph the graph on which the model is served, n nodes
   * @param features X, n x d, preprocessed as the model expects
   * @return the audit
   * @throws IllegalArgumentException if the features do not have n rows and the number of columns
   *     that the model expects, or a logit is NaN or infinite
   */
  public static InfluenceAudit exact(GraphModel model, Graph graph, FeatureMatrix features) {
    Workers all = Workers.all();
    return new InfluenceAudit(
        features, InfluenceStream.of(model, graph, features, all.threads()), all);
  }

  /**
   * Returns a copy that uses a different number of threads.
   *
   * @param threads the number of threads, at least 1
   * @return the audit
   * @throws IllegalArgumentException if {@code threads} is below 1
   */
  public InfluenceAudit parallelism(int threads) {
    return new InfluenceAudit(features, stream, Workers.of(threads));
  }

  /**
   * Audits every pair of nodes.
   *
   * @param score the score by which the attacker ranks pairs
   * @return the report
   * @throws IllegalArgumentException if the graph has fewer than two nodes
   */
  public LeakageReport report(PairScore score) {
    return report(score, stream.graph().nodes());
  }

  /**
   * Audits the pairs of given targets.
   *
   * @param score the score by which the attacker ranks pairs
   * @param targets V^(C), distinct nodes, at least two; as in an attack, their order breaks ties
   * @return the report on the edges between them
   * @throws IllegalArgumentException if a target is out of range or repeated, or there are fewer
   *     than two
   */
  public LeakageReport report(PairScore score, IntList targets) {
    return LeakageReport.of(score.of(influences(score.extent(), targets)), targets, stream.graph());
  }

  /**
   * Computes the influence of each target on every target.
   *
   * @param targets V^(C), distinct nodes
   * @return the influences, with Δ = 0
   * @throws IllegalArgumentException if a target is out of range or repeated
   */
  public InfluenceMatrix influences(IntList targets) {
    return influences(InfluenceMatrix.Extent.AMONG_TARGETS, targets);
  }

  /**
   * Computes the influences that a score needs.
   *
   * @param extent the pairs of nodes whose influence the score needs
   * @param targets V^(C), distinct nodes
   * @return the influences, with Δ = 0
   * @throws IllegalArgumentException if a target is out of range or repeated
   */
  public InfluenceMatrix influences(InfluenceMatrix.Extent extent, IntList targets) {
    InferenceNodes nodes = InferenceNodes.of(features).targeting(targets);
    // All nodes, targets first: the order of rows in a matrix that includes other nodes.
    IntLinkedOpenHashSet order = new IntLinkedOpenHashSet(targets);
    order.addAll(stream.graph().nodes());
    int[] rows = order.toIntArray();
    int[] positions = new int[rows.length];
    for (int position = 0; position < rows.length; position++) {
      positions[rows[position]] = position;
    }
    IntList observed =
        extent == InfluenceMatrix.Extent.AMONG_TARGETS
            ? nodes.targetRows()
            : nodes.query().observed();
    return InfluenceMatrix.exact(
        nodes,
        extent,
        (v, influences) ->
            stream.forEach(
                rows[v],
                positions.length,
                observed,
                (u, influence) -> {
                  if (positions[u] < influences.length) {
                    influences[positions[u]] = influence;
                  }
                }),
        workers.threads());
  }
}
