package io.linkteller.models.audit;

import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.models.program.GraphModel;
import io.linkteller.models.program.Program;
import io.linkteller.models.program.Scratch;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.ejml.data.DMatrixRMaj;

/**
 * A white-box audit for the graph owner: computes the influences of Algorithm 1 in the limit Δ → 0
 * by forward-mode differentiation of the program. The result is what an attacker with exact
 * arithmetic and the same score would obtain, without any query.
 *
 * <pre>{@code
 * LeakageReport report = InfluenceAudit.exact(model, graph, features).report(PairScore.PAPER);
 * report.edges().subList(0, 100)        // the most exposed edges
 * report.namedAmong(report.edgeCount()) // edges found if their number is known
 * }</pre>
 *
 * <p>For graphs whose influences do not fit in memory there is {@link StreamedAudit}.
 *
 * <p>The time per node is that of a query to a served model, proportional to the k-hop neighborhood
 * of the node. Memory is 24 bytes per pair of nodes within k hops, plus 8 |E| bytes. The result
 * does not depend on the number of threads. Immutable.
 */
public final class InfluenceAudit {

  private final Graph graph;
  private final FeatureMatrix features;
  private final Program program;
  private final int logits;
  private final Workers workers;

  private InfluenceAudit(
      Graph graph, FeatureMatrix features, Program program, int logits, Workers workers) {
    this.graph = graph;
    this.features = features;
    this.program = program;
    this.logits = logits;
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
    Program program = program(model, graph, features, Workers.all());
    return new InfluenceAudit(graph, features, program, program.outputWidth(), Workers.all());
  }

  /** Checks that the features fit, and returns a program that has run its forward pass. */
  static Program program(GraphModel model, Graph graph, FeatureMatrix features, Workers workers) {
    if (features.rows() != graph.nodeCount() || features.cols() != model.inputWidth()) {
      throw new IllegalArgumentException(
          "the features are "
              + features.rows()
              + " x "
              + features.cols()
              + ", but the graph has "
              + graph.nodeCount()
              + " nodes and the model expects "
              + model.inputWidth()
              + " features");
    }
    Program program = model.on(graph, workers);
    DMatrixRMaj answer = program.predict(features);
    for (int i = 0; i < answer.getNumElements(); i++) {
      if (!Double.isFinite(answer.data[i])) {
        throw new IllegalArgumentException(
            "the model returns the logit " + answer.data[i] + " for node " + i / answer.numCols);
      }
    }
    return program;
  }

  /**
   * Returns a copy with another number of threads.
   *
   * @param threads the number of threads, at least 1
   * @return the audit
   * @throws IllegalArgumentException if {@code threads} is below 1
   */
  public InfluenceAudit parallelism(int threads) {
    return new InfluenceAudit(graph, features, program, logits, Workers.of(threads));
  }

  /**
   * Audits every pair of nodes.
   *
   * @param score the score by which the attacker ranks pairs
   * @return the report
   * @throws IllegalArgumentException if the graph has fewer than two nodes
   */
  public LeakageReport report(PairScore score) {
    return report(score, graph.nodes());
  }

  /**
   * Audits the pairs of some nodes.
   *
   * @param score the score by which the attacker ranks pairs
   * @param targets V^(C), distinct nodes, at least two; as in an attack, their order breaks ties
   * @return the report on the edges between them
   * @throws IllegalArgumentException if a target is out of range or repeated, or there are fewer
   *     than two
   */
  public LeakageReport report(PairScore score, IntList targets) {
    return LeakageReport.of(score.of(influences(score.extent(), targets)), targets, graph);
  }

  /**
   * Computes the influence of every target on every target.
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
    int[] rows = targetsFirst(targets);
    int[] positions = new int[rows.length];
    for (int position = 0; position < rows.length; position++) {
      positions[rows[position]] = position;
    }
    IntList observed =
        extent == InfluenceMatrix.Extent.AMONG_TARGETS
            ? nodes.targetRows()
            : nodes.query().observed();
    ConcurrentLinkedDeque<Scratch> spare = new ConcurrentLinkedDeque<>();
    return InfluenceMatrix.exact(
        nodes,
        extent,
        (v, influences) -> {
          Scratch scratch = spare.pollFirst();
          if (scratch == null) {
            scratch = program.scratch();
          }
          RowChanges moved = program.logitDerivatives(rows[v], observed, scratch);
          for (int slot = 0; slot < moved.count(); slot++) {
            int position = positions[moved.row(slot)];
            if (position < influences.length) {
              influences[position] = InfluenceStream.norm(moved.difference(slot), logits);
            }
          }
          spare.addFirst(scratch);
        },
        workers.threads());
  }

  /**
   * Returns all nodes, targets first, in the order of an {@link InfluenceMatrix} that includes
   * other nodes.
   */
  private int[] targetsFirst(IntList targets) {
    IntLinkedOpenHashSet order = new IntLinkedOpenHashSet(targets);
    order.addAll(graph.nodes());
    return order.toIntArray();
  }
}
