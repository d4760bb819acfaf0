package io.linkteller.models.aggregate;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Trainer;
import io.linkteller.privacy.NeighborAggregation;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.NoisySums;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.privacy.PrivateGraph;
import io.linkteller.privacy.ledger.LedgerEntry;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class GapTest {

  private static final int NODES = 60;

  /** Sums without noise. */
  private static final NeighborAggregation EXACT =
      new NeighborAggregation() {
        @Override
        public DMatrixRMaj aggregate(Graph graph, DMatrixRMaj rows) {
          DMatrixRMaj sums = new DMatrixRMaj(rows.numRows, rows.numCols);
          graph.forEachEdge(
              (u, v) -> {
                for (int c = 0; c < rows.numCols; c++) {
                  sums.add(u, c, rows.get(v, c));
                  sums.add(v, c, rows.get(u, c));
                }
              });
          return sums;
        }

        @Override
        public PrivacyGuarantee guarantee(int releases) {
          return new PrivacyGuarantee("exact " + releases, releases, NeighboringGraphs.ONE_EDGE);
        }
      };

  /** A session without a budget, which records the summed rows. */
  private static final class Session implements PrivateGraph {

    private final Graph graph;
    private final List<DMatrixRMaj> asked = new ArrayList<>();
    private int charges;

    Session(Graph graph) {
      this.graph = graph;
    }

    @Override
    public int nodeCount() {
      return graph.nodeCount();
    }

    @Override
    public NoisySums sums(NeighborAggregation mechanism, int releases) {
      LedgerEntry entry = new LedgerEntry(toString(), charges++, "", "graph", Set.of());
      return new NoisySums(
          nodeCount(),
          releases,
          mechanism.guarantee(releases),
          entry,
          Optional::empty,
          rows -> {},
          rows -> {
            asked.add(rows.copy());
            return mechanism.aggregate(graph, rows);
          });
    }
  }

  /**
   * Two groups; a noisy feature indicates the group of each node, and most edges lie within groups.
   */
  private record Groups(Graph graph, DenseFeatures features, Labels labels) {

    static Groups draw(long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      Graph.Builder graph = Graph.builder(NODES);
      for (int u = 0; u < NODES; u++) {
        for (int v = u + 1; v < NODES; v++) {
          if (random.nextDouble() < (u % 2 == v % 2 ? 0.3 : 0.02)) {
            graph.addEdge(u, v);
          }
        }
      }
      double[][] x = new double[NODES][3];
      int[] classes = new int[NODES];
      for (int v = 0; v < NODES; v++) {
        classes[v] = v % 2;
        x[v][0] = (v % 2 == 0 ? 1 : -1) + 4 * (random.nextDouble() - 0.5);
        x[v][1] = random.nextDouble();
        x[v][2] = 1;
      }
      return new Groups(graph.build(), FeatureMatrix.dense(x), Labels.single(classes, 2));
    }
  }

  private static AggregateTraining train(Groups groups, Session session) {
    return Gap.builder()
        .hops(2)
        .embedding(4)
        .hidden(8)
        .dropout(0)
        .seed(1)
        .trainer(Trainer.builder().epochs(60).parallelism(1).build())
        .train(session, groups.features(), groups.labels(), groups.graph().nodes(), EXACT);
  }

  private static int right(DMatrixRMaj logits) {
    int right = 0;
    for (int v = 0; v < NODES; v++) {
      right += (logits.get(v, 1) > logits.get(v, 0) ? 1 : 0) == v % 2 ? 1 : 0;
    }
    return right;
  }

  @Test
  void sumsOverNeighborsHelpIfFeaturesAreNoisy() {
    Groups groups = Groups.draw(3);
    AggregateTraining with = train(groups, new Session(groups.graph()));
    Groups none = new Groups(Graph.empty(NODES), groups.features(), groups.labels());
    AggregateTraining without = train(none, new Session(none.graph()));
    InferenceQuery query = InferenceNodes.of(groups.features()).query();
    int right = right(AggregateApi.of(with.model(), with.aggregates()).predict(query));
    int alone = right(AggregateApi.of(without.model(), without.aggregates()).predict(query));
    assertTrue(right >= NODES - 3, right + " of " + NODES);
    assertTrue(alone <= NODES - 5, alone + " of " + NODES + " without edges");
  }

  @Test
  void edgesAreReadOnlyThroughReleases() {
    Groups groups = Groups.draw(4);
    Session session = new Session(groups.graph());
    AggregateTraining trained = train(groups, session);
    assertEquals(2, session.asked.size());
    assertEquals(2, trained.model().hops());
    assertEquals("exact 2", trained.aggregates().guarantee().guarantee().mechanism());
    // The summed rows can be computed from the model, the features and the release.
    List<DMatrixRMaj> rows =
        trained.model().aggregatedRows(groups.features(), trained.aggregates());
    for (int hop = 0; hop < 2; hop++) {
      assertArrayEquals(session.asked.get(hop).data, rows.get(hop).data, 1e-12);
      for (int v = 0; v < NODES; v++) {
        double squares = 0;
        for (int c = 0; c < rows.get(hop).numCols; c++) {
          squares += rows.get(hop).get(v, c) * rows.get(hop).get(v, c);
        }
        assertTrue(squares < 1 + 1e-12, squares + " at node " + v);
      }
    }
    Aggregates again = trained.model().release(session, groups.features(), EXACT);
    assertArrayEquals(trained.aggregates().hop(2).data, again.hop(2).data, 1e-12);
  }

  @Test
  void nodesDoNotInfluenceEachOtherThroughReleasedSums() throws Exception {
    Groups groups = Groups.draw(5);
    AggregateTraining trained = train(groups, new Session(groups.graph()));
    AggregateApi api = AggregateApi.of(trained.model(), trained.aggregates());
    InferenceQuery query = InferenceNodes.of(groups.features()).query();
    DMatrixRMaj before = api.predict(query);
    DMatrixRMaj after = api.predict(query.with(FeatureEdit.scaling(7, 30)));
    boolean moved = false;
    for (int v = 0; v < NODES; v++) {
      for (int c = 0; c < 2; c++) {
        if (v == 7) {
          moved |= before.get(v, c) != after.get(v, c);
        } else {
          assertEquals(before.get(v, c), after.get(v, c));
        }
      }
    }
    assertTrue(moved);
    // A query for some nodes returns the rows of these nodes.
    IntList some = IntList.of(9, 7, 20);
    DMatrixRMaj part =
        api.predict(InferenceNodes.of(some, groups.features().selectRows(some)).query());
    DMatrixRMaj observed = api.predict(query.observing(IntList.of(7, 20)));
    for (int c = 0; c < 2; c++) {
      assertEquals(before.get(9, c), part.get(0, c));
      assertEquals(before.get(20, c), part.get(2, c));
      assertEquals(before.get(7, c), observed.get(0, c));
    }
  }

  /** D2: a strong release of the same graph covered a model that was trained under a weak one. */
  @Test
  void theGuaranteeOfAnswersIncludesThatOfTheModel() {
    Groups groups = Groups.draw(8);
    Session session = new Session(groups.graph());
    AggregateTraining trained = train(groups, session);
    assertEquals(
        trained.model().guarantee(),
        AggregateApi.of(trained.model(), trained.aggregates()).guarantee());
    assertEquals(2, trained.model().guarantee().guarantee().epsilon());
    Aggregates again = trained.model().release(session, groups.features(), EXACT);
    assertEquals(4, AggregateApi.of(trained.model(), again).guarantee().guarantee().epsilon());
  }

  @Test
  void argumentsAreChecked() {
    Groups groups = Groups.draw(7);
    AggregateTraining trained = train(groups, new Session(groups.graph()));
    assertRefused(() -> Gap.builder().hops(0));
    AggregateApi api = AggregateApi.of(trained.model(), trained.aggregates());
    assertRefused(
        () -> api.predict(InferenceNodes.of(FeatureMatrix.dense(new double[1][2])).query()));
    IntList beyond = IntList.of(NODES);
    assertRefused(
        () ->
            api.predict(InferenceNodes.of(beyond, FeatureMatrix.dense(new double[1][3])).query()));
    assertFalse(api.guarantee().guarantee().isSeeded());
  }
}
