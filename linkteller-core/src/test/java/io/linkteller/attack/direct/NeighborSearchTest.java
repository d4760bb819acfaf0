package io.linkteller.attack.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.compressed.SmallNetwork;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/**
 * Tests the final check with answers that are falsified only in its queries, which are the last
 * eight. The number of answers that contradict the graph follows from the graph.
 */
class NeighborSearchTest {

  private static AttackRequest.Builder labels() {
    return AttackRequest.builder()
        .access(
            Access.seeing(
                new AnswerKind(AnswerKind.Form.LABELS, Posterior.SOFTMAX, OptionalInt.empty())));
  }

  private static final int NODES = 50;
  private static final int CHECKS = 8;

  /** A ring of forty nodes, and ten without neighbors. */
  private static final Graph RING = ring();

  private static Graph ring() {
    Graph.Builder ring = Graph.builder(NODES);
    for (int u = 0; u < 40; u++) {
      ring.addEdge(u, (u + 1) % 40);
    }
    return ring.build();
  }

  /** Row v of the result is {@code true} if node v of a query has the second label. */
  private interface Labels {
    boolean[] of(InferenceQuery query, boolean[] labels);
  }

  /** A node has the second label if the mean of it and its neighbors is above 1/2. */
  private static boolean[] means(Graph graph, InferenceQuery query) {
    Graph induced = graph.inducedSubgraph(query.nodes());
    boolean[] labels = new boolean[induced.nodeCount()];
    for (int u = 0; u < labels.length; u++) {
      double sum = query.features().get(u, 0);
      for (int v : induced.neighbors(u)) {
        sum += query.features().get(v, 0);
      }
      labels[u] = sum / (1 + induced.neighbors(u).size()) > 0.5;
    }
    return labels;
  }

  private static DMatrixRMaj oneHot(boolean[] second) {
    DMatrixRMaj labels = new DMatrixRMaj(second.length, 2);
    for (int u = 0; u < second.length; u++) {
      labels.set(u, second[u] ? 1 : 0, 1);
    }
    return labels;
  }

  private static InferenceNodes nodes(int count) {
    double[][] features = new double[count][1];
    for (int u = 0; u < count; u++) {
      features[u][0] = u / (count - 1.0);
    }
    return InferenceNodes.of(FeatureMatrix.dense(features));
  }

  private static LinkPrediction attack(InferenceApi api) {
    AttackSettings silent =
        new AttackSettings(
            1,
            AttackSettings.SILENT,
            Optional.empty(),
            AttackSettings.Verification.NEVER,
            OptionalLong.empty());
    return labels().settings(silent).attack("labels").run(api, nodes(NODES), 0.1);
  }

  /** Attacks twice: the first run shows which queries of the second belong to the check. */
  private static LinkPrediction attack(Labels inCheck) {
    int queries = attack(query -> oneHot(means(RING, query))).queries();
    AtomicInteger asked = new AtomicInteger();
    return attack(
        query -> {
          boolean[] labels = means(RING, query);
          return oneHot(
              asked.incrementAndGet() > queries - CHECKS ? inCheck.of(query, labels) : labels);
        });
  }

  private static String refusal(Labels inCheck) {
    return String.valueOf(
        assertThrows(UnsuitableModelException.class, () -> attack(inCheck)).getMessage());
  }

  /** Returns which nodes of a query move, if fewer than half of them do. */
  private static boolean[] moved(InferenceQuery query) {
    int n = query.nodes().size();
    List<Double> values = new ArrayList<>();
    for (int u = 0; u < n; u++) {
      values.add(query.features().get(u, 0));
    }
    double near = values.stream().sorted().toList().get(n / 2);
    boolean[] moved = new boolean[n];
    for (int u = 0; u < n; u++) {
      moved[u] = values.get(u) != near;
    }
    return moved;
  }

  /** Returns the label of nodes that do not move and have no neighbors, such as the last ten. */
  private static boolean still(InferenceQuery query, boolean[] labels, boolean[] moved) {
    for (int u = 0; u < labels.length; u++) {
      if (!moved[u] && query.nodes().getInt(u) >= 40) {
        return labels[u];
      }
    }
    throw new AssertionError("all ten nodes move");
  }

  /** The label of every neighbor of a moved node must change. */
  @Test
  void unchangedLabelsContradictEveryEdgeToAMovedNode() {
    AtomicInteger adjacent = new AtomicInteger();
    String refusal =
        refusal(
            (query, labels) -> {
              boolean[] moved = moved(query);
              boolean still = still(query, labels, moved);
              boolean[] unchanged = new boolean[labels.length];
              for (int u = 0; u < labels.length; u++) {
                adjacent.addAndGet(!moved[u] && labels[u] != still ? 1 : 0);
                unchanged[u] = still;
              }
              return unchanged;
            });
    assertTrue(adjacent.get() > 50, adjacent::toString);
    assertEquals(
        "labels contradict the graph derived from them for "
            + adjacent
            + " of "
            + adjacent
            + " nodes in a check: the influence of a neighbor has no fixed sign, or equal features"
            + " do not make nodes equal",
        refusal);
  }

  /** In a query of half of the targets, an edge to a node outside the query has no effect. */
  @Test
  void changesOutsideTheReachOfAQueryAreContradictions() {
    AtomicInteger apart = new AtomicInteger();
    AtomicInteger adjacent = new AtomicInteger();
    String refusal =
        refusal(
            (query, labels) -> {
              boolean[] moved = moved(query);
              boolean still = still(query, labels, moved);
              Graph induced = RING.inducedSubgraph(query.nodes());
              boolean[] changed = labels.clone();
              for (int u = 0; u < labels.length; u++) {
                adjacent.addAndGet(!moved[u] && labels[u] != still ? 1 : 0);
                // Both neighbors on the ring are missing.
                if (!moved[u] && query.nodes().getInt(u) < 40 && induced.neighbors(u).isEmpty()) {
                  changed[u] = !still;
                  apart.incrementAndGet();
                }
              }
              return changed;
            });
    int changes = adjacent.get() + apart.get();
    assertTrue(apart.get() > 0.1 * changes, apart + " of " + changes);
    assertTrue(
        refusal.startsWith(
            "labels contradict the graph derived from them for "
                + apart
                + " of "
                + changes
                + " nodes"),
        refusal);
  }

  /** Up to one answer in fifty may be wrong. */
  @Test
  void fewContradictionsAreTolerated() {
    AtomicInteger hidden = new AtomicInteger();
    LinkPrediction found =
        attack(
            (query, labels) -> {
              boolean[] moved = moved(query);
              boolean still = still(query, labels, moved);
              boolean[] changed = labels.clone();
              for (int u = 0; u < labels.length && hidden.get() < 2; u++) {
                if (!moved[u] && labels[u] != still) {
                  changed[u] = still;
                  hidden.incrementAndGet();
                }
              }
              return changed;
            });
    assertEquals(2, hidden.get());
    assertEquals(40, found.scores().storedCount());
  }

  /**
   * The model averages neighbors without the node itself, and one of the first targets has none.
   */
  @Test
  void theFirstTargetMayHaveNoNeighbors() {
    for (int lone = 0; lone < 3; lone++) {
      Graph.Builder path = Graph.builder(12);
      for (int u = lone == 0 ? 2 : 1; u < 12; u++) {
        if (u != lone && u - 1 != lone) {
          path.addEdge(u - 1, u);
        }
      }
      Graph graph = path.addEdge(3, 11).addEdge(5, 9).build();
      InferenceApi model =
          ShownOutputs.labels(
              new SmallNetwork(graph, SmallNetwork.Kind.SAGE, 1, 3, 4), Posterior.SOFTMAX);
      double[][] features = new double[12][SmallNetwork.FEATURES];
      for (int u = 0; u < 12; u++) {
        for (int col = 0; col < SmallNetwork.FEATURES; col++) {
          features[u][col] = ((5 * u + 7 * col) % 12) / 12.0;
        }
      }
      Graph.Builder found = Graph.builder(12);
      labels()
          .attack("labels")
          .run(model, InferenceNodes.of(FeatureMatrix.dense(features)), 0.2)
          .scores()
          .forEachStored((i, j, score) -> found.addEdge(i, j));
      assertEquals(graph, found.build(), "without neighbors: " + lone);
    }
  }
}
