package io.linkteller.inference;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * A graph, with node features, that other nodes can join. Its queries can be answered by any model
 * that can be served on a graph, of this library or external.
 *
 * <pre>{@code
 * JoinableApi service =
 *     JoinableGraph.of(graph, features, JoiningLimits.NONE, g -> OnnxModel.open(file, g));
 * }</pre>
 *
 * <p>If the graph is protected, that is, perturbed, the links of joining nodes are added to the
 * perturbed graph unchanged. The protection covers only the existing edges, and an attacker whose
 * nodes join recovers the perturbed graph.
 *
 * <p>Safe for use by several threads if the models are.
 */
public final class JoinableGraph implements JoinableApi {

  /** Serves a model on a graph. */
  @FunctionalInterface
  public interface Serving {

    /**
     * Serves the model.
     *
     * @param graph the graph
     * @return a black box that answers for all nodes of the graph
     */
    InferenceApi on(Graph graph);
  }

  private final Graph graph;
  private final FeatureMatrix features;
  private final JoiningLimits limits;
  private final Serving serving;

  private JoinableGraph(
      Graph graph, FeatureMatrix features, JoiningLimits limits, Serving serving) {
    this.graph = graph;
    this.features = features;
    this.limits = limits;
    this.serving = serving;
  }

  /**
   * Serves a model on a graph.
   *
   * @param graph the graph of n nodes, perturbed if it is protected
   * @param features the features of its nodes, n x d
   * @param limits the limits on joining
   * @param serving the model
   * @return the service
   * @throws IllegalArgumentException if there are not n rows of features
   */
  public static JoinableGraph of(
      Graph graph, FeatureMatrix features, JoiningLimits limits, Serving serving) {
    if (features.rows() != graph.nodeCount()) {
      throw new IllegalArgumentException(
          "features has " + features.rows() + " rows for " + graph.nodeCount() + " nodes");
    }
    return new JoinableGraph(graph, features, limits, serving);
  }

  @Override
  public int nodeCount() {
    return graph.nodeCount();
  }

  @Override
  public int featureCount() {
    return features.cols();
  }

  @Override
  public JoiningLimits limits() {
    return limits;
  }

  @Override
  public InferenceApi join(JoiningNodes nodes) {
    limits.require(nodes);
    return new Joined(nodes);
  }

  /** The base features of the own nodes, and the resulting features of all nodes. */
  private record Base(FeatureMatrix own, FeatureMatrix all) {}

  /** Answers for the nodes of one call of {@link #join}. */
  private final class Joined implements InferenceApi {

    private final int first = nodeCount();
    private final IntList ids;

    /** The ids of the own nodes among all nodes. */
    private final IntList joined;

    private final InferenceApi api;

    /** The features of all nodes, with zeros for the own nodes. */
    private final FeatureMatrix others;

    private @Nullable Base base;

    Joined(JoiningNodes nodes) {
      ids = IntImmutableList.of(IntStream.range(0, first + nodes.count()).toArray());
      joined = ids.subList(first, ids.size());
      api = serving.on(nodes.joinedTo(graph));
      IntArrayList rows = new IntArrayList(ids.size());
      for (int node = 0; node < ids.size(); node++) {
        rows.add(Math.min(node, first - 1));
      }
      FeatureMatrix zeros = FeatureMatrix.zero(joined.size(), featureCount());
      others = features.selectRows(rows).edited(FeatureEdit.replacing(joined, zeros));
    }

    @SuppressWarnings("ReferenceEquality") // Comparing features would take O(n d).
    private synchronized FeatureMatrix all(FeatureMatrix own) {
      Base known = base;
      if (known != null && known.own() == own) {
        return known.all();
      }
      FeatureMatrix fresh = others.edited(FeatureEdit.replacing(joined, own));
      base = new Base(own, fresh);
      return fresh;
    }

    private IntList shifted(IntList rows) {
      int[] moved = rows.toIntArray();
      for (int i = 0; i < moved.length; i++) {
        moved[i] += first;
      }
      return IntImmutableList.of(moved);
    }

    private FeatureEdit shifted(FeatureEdit edit) {
      if (edit instanceof FeatureEdit.RowsScaled scaled) {
        return FeatureEdit.scaling(shifted(scaled.rows()), scaled.factor());
      }
      return edit instanceof FeatureEdit.RowsReplaced replaced
          ? FeatureEdit.replacing(shifted(replaced.rows()), replaced.values())
          : edit;
    }

    @Override
    public DMatrixRMaj predict(InferenceQuery query) throws Exception {
      if (!query.nodes().equals(ids.subList(0, joined.size()))) {
        throw new InferenceException(
            "a query must contain exactly the own nodes 0 to "
                + (joined.size() - 1)
                + ", in this order");
      }
      InferenceQuery full =
          InferenceQuery.of(ids, all(query.base()))
              .with(shifted(query.edit()))
              .observing(shifted(query.observed()));
      return full.observedRows(api.predict(full));
    }
  }
}
