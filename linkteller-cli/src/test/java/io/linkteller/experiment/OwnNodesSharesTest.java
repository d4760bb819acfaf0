package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.own.OwnNodesAttack;
import io.linkteller.attack.own.OwnNodesReading;
import io.linkteller.data.Dataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.inference.JoiningLimits;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.testkit.fixture.RealData;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Own nodes on twitch graphs: a part of what {@code docs/own-answers.md} lists. */
@Tag("slow")
class OwnNodesSharesTest {

  @ParameterizedTest(name = "{0}, {1}, {2}")
  @CsvSource({
    "RU, 42, AUG_NORM_ADJ, 3, 563",
    "FR, 82, FIRST_ORDER_GCN, 3, 898",
    "PTBR, 2, AUG_NORM_ADJ, 12, 2123"
  })
  void ownAnswersShowEveryEdgeOfThreeLayers(
      String country, int seed, Normalization normalization, int queries, int edges) {
    Path file = RealData.directory().resolve("../reference/gcn3-twitch-es.npz").normalize();
    Assumptions.assumeTrue(
        Files.isRegularFile(file), () -> "skipped: no reference weights at " + file);
    ModelWeights weights = ModelWeights.read(file);
    Dataset data = TwitchDataset.load(RealData.directory(), country);
    NodeSample sample =
        NodeSample.draw(
            data.graph(),
            DegreeClass.UNCONSTRAINED,
            DegreeThresholds.forTwitch(country),
            NodeSample.PAPER_SIZE,
            seed);
    OwnNodesReading found =
        OwnNodesAttack.builder()
            .build()
            .read(
                GraphOwner.of(data.graph())
                    .serve(Gcn.ofParameters(weights.parameters(), normalization))
                    .joinable(
                        weights.scaler().orElseThrow().transform((SparseFeatures) data.features()),
                        JoiningLimits.NONE),
                sample.nodes());
    assertEquals(data.graph().inducedSubgraph(sample.nodes()).edgeCount(), found.edgeCount());
    assertEquals(edges, found.edgeCount());
    for (int i = 0; i < sample.nodes().size(); i++) {
      for (int j = 0; j < i; j++) {
        boolean edge = data.graph().hasEdge(sample.nodes().getInt(i), sample.nodes().getInt(j));
        assertEquals(edge, found.pair(i, j) == OwnNodesReading.Pair.EDGE);
      }
    }
    assertEquals(0, found.openTargets().size());
    assertEquals(0, found.evidence().contradictions());
    int asked = found.price().queries() - found.price().forTheModel();
    assertTrue(asked <= queries, asked + " queries");
  }
}
