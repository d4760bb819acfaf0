package io.linkteller.inference;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * A graph with features that nodes can join, served by any model that can be served on a graph: a
 * model of this library, or an external one.
 *
 * <pre>{@code
 * JoinableApi service =
 *     JoinableGraph.of(graph, features, JoiningLimits.NONE, g -> OnnxModel.open(file, g));
 * }</pre>
 *
 * <p>If the graph is protected, that is, perturbed, links of joining nodes are added to the
 * perturbed graph unchanged: the protection covers the existing edges, and an attacker with own
 * nodes recovers the perturbed graph.
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

  /**
   * The graph at a point in time.
   *
   * @param graph the graph, n nodes
   * @param features the features of its nodes, n x d
   */
  public record State(Graph graph, FeatureMatrix features) {

    /**
     * Checks that there is one row of features per node.
     *
     * @param graph the graph, n nodes
     * @param features the features of its nodes, n x d
     */
    public State {
      if (features.rows() != graph.nodeCount()) {
        throw new IllegalArgumentException(
            "features has " + features.rows() + " rows for " + graph.nodeCount() + " nodes");
      }
    }
  }

  private final Supplier<State> states;
  private final JoiningLimits limits;
  private final Serving serving;
  private final int nodeCount;
  private final int featureCount;

  /** The nodes that joined and stay, in order; for later ones, their features are zero. */
  private @Nullable JoiningNodes stayed;

  private JoinableGraph(Supplier<State> states, JoiningLimits limits, Serving serving) {
    this.states = states;
    this.limits = limits;
    this.serving = serving;
    State first = states.get();
    this.nodeCount = first.graph().nodeCount();
    this.featureCount = first.features().cols();
  }

  /**
   * Serves a model on a graph that does not change.
   *
   * @param graph the graph, n nodes; perturbed, if it is protected
   * @param features the features of its nodes, n x d
   * @param limits the limits on joining
   * @param serving the model
   * @return the service
   * @throws IllegalArgumentException if there are not n rows of features
   */
  public static JoinableGraph of(
      Graph graph, FeatureMatrix features, JoiningLimits limits, Serving serving) {
    State always = new State(graph, features);
    return new JoinableGraph(() -> always, limits, serving);
  }

  /**
   * Serves a model on a graph that changes.
   *
   * @param states returns the graph and the features for each query; the numbers of nodes and of
   *     features stay the same. returning the same object means that nothing changed
   * @param limits the limits on joining
   * @param serving the model
   * @return the service
   */
  public static JoinableGraph changing(
      Supplier<State> states, JoiningLimits limits, Serving serving) {
    return new JoinableGraph(states, limits.changing(), serving);
  }

  @Override
  public synchronized int nodeCount() {
    JoiningNodes before = stayed;
    return nodeCount + (before == null ? 0 : before.count());
  }

  @Override
  public int featureCount() {
    return featureCount;
  }

  @Override
  public JoiningLimits limits() {
    return limits;
  }

  @Override
  public synchronized InferenceApi join(JoiningNodes nodes) {
    JoiningNodes before = stayed;
    int earlier = before == null ? 0 : before.count();
    limits.require(nodes, earlier);
    JoiningNodes all = before == null ? nodes : before.followedBy(nodes, nodeCount);
    Joined joined = new Joined(all, earlier);
    // A link to a node that does not exist is refused when nodes join, not at the first query.
    joined.at(states.get());
    if (limits.stay()) {
      stayed = all;
    }
    return joined;
  }

  /** The model on the joined graph, for one state of it. */
  private record Served(State state, InferenceApi api, FeatureMatrix others) {}

  /** The features of all nodes for one base of own features. */
  private record Base(Served served, FeatureMatrix own, FeatureMatrix all) {}

  /** Answers for the nodes of one call of {@link #join}. */
  private final class Joined implements InferenceApi {

    private final JoiningNodes all;
    private final int first;
    private final int own;
    private final IntList ids;
    private @Nullable Served served;
    private @Nullable Base base;

    Joined(JoiningNodes all, int earlier) {
      this.all = all;
      this.first = nodeCount + earlier;
      this.own = all.count() - earlier;
      this.ids = IntImmutableList.of(IntStream.range(0, nodeCount + all.count()).toArray());
    }

    @SuppressWarnings("ReferenceEquality") // Comparing graphs and features would take O(n d).
    synchronized Served at(State state) {
      Served known = served;
      if (known != null && known.state() == state) {
        return known;
      }
      // Rows of nodes that joined are replaced by zeros, or by what their owner sends.
      IntArrayList rows = new IntArrayList(ids.size());
      for (int node = 0; node < ids.size(); node++) {
        rows.add(Math.min(node, nodeCount - 1));
      }
      IntList joined = ids.subList(nodeCount, ids.size());
      FeatureMatrix others =
          state
              .features()
              .selectRows(rows)
              .edited(
                  FeatureEdit.replacing(joined, FeatureMatrix.zero(joined.size(), featureCount)));
      Served fresh = new Served(state, serving.on(all.joinedTo(state.graph())), others);
      served = fresh;
      return fresh;
    }

    @SuppressWarnings("ReferenceEquality") // Comparing features would take O(n d).
    private synchronized FeatureMatrix all(Served at, FeatureMatrix features) {
      Base known = base;
      if (known != null && known.served() == at && known.own() == features) {
        return known.all();
      }
      FeatureMatrix fresh =
          at.others().edited(FeatureEdit.replacing(ids.subList(first, ids.size()), features));
      base = new Base(at, features, fresh);
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
      if (!query.nodes().equals(ids.subList(0, own))) {
        throw new InferenceException(
            "a query must be about the own nodes 0 to " + (own - 1) + ", in this order");
      }
      Served at = at(states.get());
      InferenceQuery full =
          InferenceQuery.of(ids, all(at, query.base()))
              .with(shifted(query.edit()))
              .observing(shifted(query.observed()));
      return full.observedRows(at.api().predict(full));
    }
  }
}
