package io.linkteller.testkit.arbitrary;

import static io.linkteller.testing.Refusal.assertRefusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.feature.StandardizedFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.privacy.GraphPerturber;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Group;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.statistics.Statistics;
import org.ejml.data.DMatrixRMaj;

/**
 * Parameters need no provider, respect the limits of annotations, and cover the important cases.
 */
@SuppressWarnings("ClassCanBeStatic") // Groups of jqwik are inner classes.
class ArbitrariesTest {

  @Property(tries = 200)
  void graphsOfEveryDensityOccur(@ForAll Graph graph) {
    assertTrue(graph.nodeCount() >= 1 && graph.nodeCount() <= NodeCount.DEFAULT_MAX);
    long cells = NodePairs.count(graph.nodeCount());
    String kind =
        graph.edgeCount() == 0 ? "empty" : graph.edgeCount() == cells ? "complete" : "other";
    Statistics.label("edges")
        .collect(kind)
        .coverage(
            coverage -> {
              coverage.check("empty").percentage(p -> p > 5);
              coverage.check("complete").percentage(p -> p > 5);
              coverage.check("other").percentage(p -> p > 30);
            });
  }

  @Property(tries = 200)
  void sizesAreWithinTheLimits(
      @ForAll @NodeCount(min = 3, max = 5) Graph graph,
      @ForAll @NodeCount(min = 2, max = 4) @FeatureCount(7) FeatureMatrix features,
      @ForAll @FeatureCount(3) AttributedGraph attributed) {
    assertTrue(graph.nodeCount() >= 3 && graph.nodeCount() <= 5);
    assertTrue(features.rows() >= 2 && features.rows() <= 4);
    assertEquals(7, features.cols());
    assertEquals(attributed.graph().nodeCount(), attributed.features().rows());
    assertEquals(3, attributed.features().cols());
  }

  @Property(tries = 200)
  void neighborsDifferInOneEdge(@ForAll @NodeCount(max = 6) NeighboringGraphPair pair) {
    assertEquals(pair.without().edgeCount() + 1, pair.with().edgeCount());
    assertTrue(pair.u() < pair.v());
    assertTrue(pair.with().hasEdge(pair.u(), pair.v()));
    assertFalse(pair.without().hasEdge(pair.u(), pair.v()));
    pair.without()
        .forEachEdge((u, v) -> assertTrue(pair.with().hasEdge(u, v), () -> u + " - " + v));
    assertEquals(pair, NeighboringGraphPair.of(pair.with(), pair.v(), pair.u()));
  }

  @Property(tries = 300)
  void featuresOfEveryKindOccur(@ForAll FeatureMatrix features) {
    boolean zero = true;
    for (int row = 0; row < features.rows(); row++) {
      zero &= features.isZeroRow(row);
    }
    String kind = zero ? "zero" : features.getClass().getSimpleName();
    Statistics.label("kind")
        .collect(kind)
        .coverage(
            coverage -> {
              for (Class<?> type :
                  List.of(DenseFeatures.class, SparseFeatures.class, StandardizedFeatures.class)) {
                coverage.check(type.getSimpleName()).count(count -> count > 5);
              }
              coverage.check("zero").count(count -> count > 5);
            });
  }

  @Property(tries = 300)
  void modelsOfEveryArchitectureAnswer(
      @ForAll @FeatureCount(4) GnnModel model, @ForAll @FeatureCount(4) AttributedGraph on) {
    assertEquals(4, model.inputWidth());
    DMatrixRMaj answer =
        GraphOwner.of(on.graph()).serve(model).predict(InferenceNodes.of(on.features()).query());
    assertEquals(on.graph().nodeCount(), answer.numRows);
    assertEquals(model.outputWidth(), answer.numCols);
    Statistics.label("architecture")
        .collect(model.settings().architecture())
        .coverage(
            coverage -> {
              for (String name : List.of("mlp", "gcn", "gat", "sage", "gin", "appnp", "deep-gcn")) {
                coverage.check(name).count(count -> count > 5);
              }
            });
  }

  @Property(tries = 100)
  void mechanismsOfTheCatalogueOccur(@ForAll GraphMechanism mechanism) {
    assertTrue(mechanism.guarantee().epsilon() >= 0.1 && mechanism.guarantee().epsilon() <= 8);
    assertFalse(mechanism.guarantee().isSeeded());
    Statistics.label("mechanism")
        .collect(mechanism.guarantee().mechanism())
        .coverage(coverage -> coverage.check("EdgeRand").count(count -> count > 1));
  }

  @Property(tries = 50)
  void perturbersCanBeRepeated(
      @ForAll GraphPerturber perturber, @ForAll @NodeCount(max = 6) Graph graph) {
    assertEquals(perturber.perturb(graph), perturber.perturb(graph));
    assertTrue(perturber.perturb(graph).guarantee().isSeeded());
  }

  @Group
  @Domain(LinkTellerDomain.class)
  class WithTheDomainAlone {

    @Property(tries = 20)
    void theDomainCanBeUsedAlone(@ForAll @From("pairs") NeighboringGraphPair pair) {
      assertEquals(4, pair.with().nodeCount());
    }

    @Provide
    Arbitrary<NeighboringGraphPair> pairs() {
      return GraphArbitraries.neighbors(4, 4);
    }
  }

  @Example
  void sizesOutOfRangeAreRejected() {
    assertRefusal("minNodes = 3 is outside [0, 2]", () -> GraphArbitraries.graphs(3, 2));
    assertRefusal("minNodes = -1 is outside [0, 2]", () -> GraphArbitraries.graphs(-1, 2));
    assertRefusal("minNodes = 1 is below 2", () -> GraphArbitraries.neighbors(1, 2));
  }
}
