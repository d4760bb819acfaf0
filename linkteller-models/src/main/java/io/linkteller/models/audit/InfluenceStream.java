package io.linkteller.models.audit;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.models.program.GraphModel;
import io.linkteller.models.program.Program;
import io.linkteller.models.program.Scratch;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.ejml.data.DMatrixRMaj;

/**
 * Computes the exact influences between the nodes of a graph under a model, node by node and
 * without storing them. For each node v, it visits the influence M_vu on every earlier node u &lt;
 * v, which is the score of the pair (u, v) under {@link
 * io.linkteller.attack.reading.PairScore#PAPER}.
 *
 * <p>The influences are bit-identical to those of {@link InfluenceAudit}. The time per node is
 * linear in the number of paths in its k-hop neighborhood and does not depend on the size of the
 * graph. Memory: the activations of one forward pass, 4 bytes per node, and, for each thread, 12
 * bytes per node plus 8 c bytes for each node of one k-hop neighborhood, where c is the number of
 * logits. Safe for use by several threads.
 */
public final class InfluenceStream {

  /** Receives the influences of one node on others. */
  @FunctionalInterface
  public interface Visitor {

    /**
     * Visits one influence.
     *
     * @param u the influenced node
     * @param influence M_vu, positive and finite
     */
    void visit(int u, double influence);
  }

  private final Graph graph;
  private final IntList nodes;
  private final Program program;
  private final ConcurrentLinkedDeque<Scratch> spare = new ConcurrentLinkedDeque<>();

  private InfluenceStream(Graph graph, Program program) {
    this.graph = graph;
    this.nodes = graph.nodes();
    this.program = program;
  }

  /**
   * Creates a stream by running one forward pass.
   *
   * @param model a trained model
   * @param graph the graph on which the model is served, n nodes
   * @param features X, n x d, preprocessed as the model expects
   * @param parallelism the number of threads of the forward pass, at least 1
   * @return the stream
   * @throws IllegalArgumentException if the features do not have n rows and the number of columns
   *     that the model expects, a logit is NaN or infinite, or {@code parallelism} is below 1
   */
  public static InfluenceStream of(
      GraphModel model, Graph graph, FeatureMatrix features, int parallelism) {
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
    Program program = model.on(graph, Workers.of(parallelism));
    DMatrixRMaj answer = program.predict(features);
    for (int i = 0; i < answer.getNumElements(); i++) {
      if (!Double.isFinite(answer.data[i])) {
        throw new IllegalArgumentException(
            "the model returns the logit " + answer.data[i] + " for node " + i / answer.numCols);
      }
    }
    return new InfluenceStream(graph, program);
  }

  /** {@return the graph} */
  public Graph graph() {
    return graph;
  }

  /**
   * Visits the nodes before v that v influences, in no particular order.
   *
   * @param v the node whose features are scaled
   * @param visitor receives each u &lt; v with M_vu &gt; 0
   * @throws IllegalArgumentException if {@code v} is out of range, or an influence is NaN or
   *     infinite
   */
  public void forEachEarlier(int v, Visitor visitor) {
    if (v < 0 || v >= graph.nodeCount()) {
      throw new IllegalArgumentException(
          "node = " + v + " is outside [0, " + graph.nodeCount() + ")");
    }
    if (v > 0) {
      forEach(v, v, nodes.subList(0, v), visitor);
    }
  }

  /**
   * Visits the nodes below {@code end} that v influences. Observed nodes are always visited; others
   * may be skipped.
   */
  void forEach(int v, int end, IntList observed, Visitor visitor) {
    Scratch scratch = spare.pollFirst();
    if (scratch == null) {
      scratch = program.scratch();
    }
    RowChanges moved = program.logitDerivatives(v, observed, scratch);
    for (int slot = 0; slot < moved.count(); slot++) {
      int u = moved.row(slot);
      if (u < end) {
        double influence = norm(moved.difference(slot), moved.width());
        if (!(influence < Double.POSITIVE_INFINITY)) {
          throw new IllegalArgumentException(
              "the influence of node " + v + " on node " + u + " is " + influence);
        }
        if (influence > 0) {
          visitor.visit(u, influence);
        }
      }
    }
    spare.addFirst(scratch);
  }

  /** Returns the Euclidean norm of the first {@code size} numbers. */
  private static double norm(double[] x, int size) {
    double squares = 0;
    for (int i = 0; i < size; i++) {
      squares += x[i] * x[i];
    }
    return Math.sqrt(squares);
  }
}
