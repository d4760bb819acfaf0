package io.linkteller.eval.sample;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.graph.Graph;
import io.linkteller.testing.Refusal;
import io.linkteller.testing.fixture.Goldens;
import io.linkteller.testing.fixture.RealData;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeSampleTest {

  @ParameterizedTest
  @ValueSource(strings = {"RU", "PTBR"})
  void thePapersSamplesAreReproduced(String country) {
    Graph graph = TwitchDataset.load(RealData.directory(), country).graph();
    JsonNode cells = Goldens.read("twitch-attack.json").get(country).get("cells");
    assertEquals(9, cells.size());
    for (DegreeClass degreeClass : DegreeClass.values()) {
      for (int seed : new int[] {42, 2, 82}) {
        JsonNode cell = cells.get(degreeClass.name().toLowerCase(Locale.ROOT) + "/" + seed);
        NodeSample sample =
            NodeSample.draw(
                graph,
                degreeClass,
                DegreeThresholds.forTwitch(country),
                NodeSample.PAPER_SIZE,
                seed);
        assertEquals(cell.get("nodes_sha256").textValue(), sample.sha256());
        assertArrayEquals(
            Goldens.ints(cell.get("first_nodes")), sample.nodes().subList(0, 10).toIntArray());
        Graph induced = graph.inducedSubgraph(sample.nodes());
        assertEquals(cell.get("edges").intValue(), induced.edgeCount());
        assertEquals(
            cell.get("rounded_density").doubleValue(),
            RoundedDensity.of(induced).kHat(BeliefFactor.RIGHT));
      }
    }
  }

  /** Computed with hashlib over a NumPy array of type {@code <i8}. */
  @Test
  void theFingerprintHashesLittleEndian64BitIds() {
    assertEquals(
        "dd2baf65dcf1e32f5bc30d2c4fc4a655337a1cea87e5a4a91f8a707d2c2ed7a7",
        new NodeSample(IntList.of(1, 2, 500)).sha256());
    assertEquals(
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        new NodeSample(IntList.of()).sha256());
  }

  @Test
  void degreeClassesContainTheNodesBetweenTheirThresholds() {
    // Degrees 3, 1, 1, 1, 0.
    Graph star = Graph.builder(5).addEdge(0, 1).addEdge(0, 2).addEdge(0, 3).build();
    DegreeThresholds thresholds = new DegreeThresholds(0, 1);
    assertEquals(IntList.of(4), DegreeClass.LOW.pool(star, thresholds));
    assertEquals(IntList.of(0, 1, 2, 3), DegreeClass.HIGH.pool(star, thresholds));
    assertEquals(IntList.of(0, 1, 2, 3, 4), DegreeClass.UNCONSTRAINED.pool(star, thresholds));
    assertEquals(IntList.of(0), DegreeClass.HIGH.pool(star, new DegreeThresholds(1, 3)));
  }

  @Test
  void aSampleLargerThanItsPoolIsRefused() {
    Graph graph = Graph.builder(3).addEdge(0, 1).build();
    String refused =
        Refusal.messageOf(
            () -> NodeSample.draw(graph, DegreeClass.HIGH, new DegreeThresholds(0, 1), 3, 42));
    assertTrue(
        refused.startsWith("count = 3 is outside [0, 2], the number of nodes of class HIGH"),
        refused);
    assertRefused(() -> NodeSample.draw(graph, DegreeClass.LOW, DegreeThresholds.TWITCH, 1, -1));
  }

  @Test
  void thresholdsOutOfOrderAreRefused() {
    assertRefused(() -> new DegreeThresholds(-1, 3));
    assertRefused(() -> new DegreeThresholds(5, 4));
  }
}
