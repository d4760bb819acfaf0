package io.linkteller.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.ScoredPair;
import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.data.Dataset;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.data.statedict.StateDictFile;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.statedict.StateDictImport;
import io.linkteller.onnx.OnnxModel;
import io.linkteller.remote.OpenInferenceModel;
import io.linkteller.testing.Thorough;
import io.linkteller.testing.fixture.RealData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.NormOps_DDRM;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A PyTorch model behaves the same however it is loaded: from its ONNX file, from its state dict in
 * a built-in architecture, or from a server of its ONNX file. Each returns PyTorch's logits, and
 * the attack predicts the same pairs, except for pairs that rounding decides.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WaysInTest {

  /** The permitted error of a logit, in units in the last place of a float. */
  private static final double UNITS = 1;

  private static final double DELTA = 1e-4;

  private static final int NODES = 200;
  private static final int TARGETS = 30;

  private final Path folder = RealData.reference("pytorch");
  private final Dataset cora = PlanetoidDataset.load(RealData.set("planetoid"), "cora");
  private final SparseFeatures features = ((SparseFeatures) cora.features()).normalizedByRow();
  private final InferenceNodes nodes = CoraNeighborhood.of(cora, NODES, TARGETS);
  private final double kHat =
      RoundedDensity.of(cora.graph().inducedSubgraph(nodes.targets())).kHat(BeliefFactor.RIGHT);
  private JsonNode goldens;
  private OnnxServer server;

  @BeforeAll
  void start() throws IOException {
    goldens = new ObjectMapper().readTree(folder.resolve("goldens.json").toFile()).get("models");
    server = new OnnxServer(folder, true);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  static Stream<Arguments> models() {
    return Stream.of(
            "gcn gcn",
            "gcn3 gcn",
            "sage sage",
            "gin gin",
            "gat gat",
            "residual deep-gcn",
            "appnp appnp")
        .filter(model -> Thorough.RUN || model.equals("gat gat"))
        .map(model -> Arguments.of((Object[]) model.split(" ")));
  }

  @ParameterizedTest
  @MethodSource("models")
  void everyWayToLoadAModelGivesTheSameLogitsAndPairs(String name, String architecture)
      throws Exception {
    InferenceApi ported = ported(name, architecture);
    double blur = blur(ported);
    LinkPrediction exact = attack(ported);
    assertGolden(name, "state dict", ported);
    try (OnnxModel onnx = OnnxModel.open(folder.resolve(name + ".onnx"), cora.graph())) {
      assertGolden(name, "ONNX", onnx);
      assertSamePairs(name + ", ONNX", exact, attack(onnx), blur);
    }
    OpenInferenceModel.Builder remote =
        OpenInferenceModel.builder(server.uri(), name).graph(cora.graph());
    if (name.equals("gcn")) {
      // As JSON a query takes 16 MB of text: one model is enough.
      assertGolden(name, "server, JSON", remote.binary(false).build());
    }
    InferenceApi binary = remote.binary(true).build();
    assertGolden(name, "server", binary);
    assertSamePairs(name + ", server", exact, attack(binary), blur);
  }

  private InferenceApi ported(String name, String architecture) {
    StateDictImport port = StateDictImport.of(architecture);
    if (name.equals("appnp")) {
      port = port.setting("steps", "4");
    }
    return GraphOwner.of(cora.graph())
        .serve(port.read(StateDictFile.read(folder.resolve(name + ".pt"))).model());
  }

  private LinkPrediction attack(InferenceApi api) {
    return LinkTeller.builder()
        .measuring(FeatureReweighting.of(DELTA))
        .build()
        .run(api, nodes, kHat);
  }

  /** Returns how far rounding to floats may move a score: the rounding of two answers, over Δ. */
  private double blur(InferenceApi exact) throws Exception {
    DMatrixRMaj logits = exact.predict(nodes.query());
    double longest = 0;
    for (int row = 0; row < logits.numRows; row++) {
      longest =
          Math.max(longest, NormOps_DDRM.normP2(CommonOps_DDRM.extractRow(logits, row, null)));
    }
    return 2 * UNITS * Math.ulp(1f) * longest / DELTA;
  }

  private void assertGolden(String name, String way, InferenceApi api) throws Exception {
    DMatrixRMaj logits = api.predict(InferenceNodes.of(features).query());
    JsonNode golden = goldens.get(name);
    double largest = 0;
    double furthest = 0;
    for (int i = 0; i < golden.get("nodes").size(); i++) {
      for (int c = 0; c < logits.numCols; c++) {
        double expected = golden.get("logits").get(i).get(c).doubleValue();
        largest = Math.max(largest, Math.abs(expected));
        furthest =
            Math.max(
                furthest,
                Math.abs(expected - logits.get(golden.get("nodes").get(i).intValue(), c)));
      }
    }
    assertEquals(cora.graph().nodeCount(), logits.numRows);
    assertTrue(furthest <= 1e-5 * largest, name + ", " + way + ": " + furthest + " of " + largest);
  }

  /**
   * Asserts that scores differ by no more than rounding permits, and that pairs that only one of
   * two attacks predicts have scores equally close to the last predicted one.
   */
  private static void assertSamePairs(
      String what, LinkPrediction expected, LinkPrediction actual, double blur) {
    int n = expected.targets().size();
    double moved = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        moved =
            Math.max(moved, Math.abs(expected.scores().score(i, j) - actual.scores().score(i, j)));
      }
    }
    assertTrue(moved <= blur, what + ": a score moved by " + moved + ", more than " + blur);
    double last = expected.edges().get(expected.m() - 1).score();
    Set<ScoredPair> onlyInOne = new HashSet<>(unlike(expected, actual));
    onlyInOne.addAll(unlike(actual, expected));
    for (ScoredPair pair : onlyInOne) {
      assertTrue(
          Math.abs(pair.score() - last) <= 2 * blur,
          what + " differs in " + pair + ", and the last predicted pair has " + last);
    }
  }

  /** Returns the pairs that the first attack predicts and the second does not. */
  private static List<ScoredPair> unlike(LinkPrediction first, LinkPrediction second) {
    Graph named = second.toGraph();
    return first.edges().stream().filter(pair -> !named.hasEdge(pair.u(), pair.v())).toList();
  }
}
