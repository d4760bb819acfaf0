package io.linkteller.remote;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import java.net.URI;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attacks on a model behind a server of the protocol give the same results as on the model itself.
 */
class OpenInferenceModelTest {

  private static final int NODES = 12;
  private static final int WIDTH = 4;
  private static final Graph GRAPH = graph();
  private static final InferenceNodes ATTACKED = InferenceNodes.of(features());

  private static Graph graph() {
    SplittableRandom random = new SplittableRandom(11);
    Graph.Builder builder = Graph.builder(NODES).mergingDuplicates();
    for (int i = 0; i < 20; i++) {
      int u = random.nextInt(NODES);
      int v = random.nextInt(NODES);
      if (u != v) {
        builder.addEdge(u, v);
      }
    }
    return builder.build();
  }

  private static FeatureMatrix features() {
    SplittableRandom random = new SplittableRandom(12);
    double[][] x = new double[NODES][WIDTH];
    for (double[] row : x) {
      for (int col = 0; col < WIDTH; col++) {
        // Multiples of 1/8 are exact both as decimals and in single precision.
        row[col] = random.nextInt(-16, 17) / 8.0;
      }
    }
    return FeatureMatrix.dense(x);
  }

  /** Computes (I + A) X W with a fixed W: with one layer, influence coincides with edges. */
  private static DMatrixRMaj logits(DMatrixRMaj x, long[] edges) {
    DMatrixRMaj mixed = x.copy();
    int half = edges.length / 2;
    for (int e = 0; e < half; e++) {
      for (int col = 0; col < x.numCols; col++) {
        mixed.add((int) edges[half + e], col, 0.5 * x.get((int) edges[e], col));
      }
    }
    DMatrixRMaj w = new DMatrixRMaj(new double[][] {{1, -2}, {3, 1}, {-1, 2}, {2, 5}});
    DMatrixRMaj out = new DMatrixRMaj(0, 0);
    CommonOps_DDRM.mult(mixed, w, out);
    return out;
  }

  /** The graph of the server if the model does not accept edges. */
  private static long[] edgesOfServer() {
    long[] index = new long[4 * GRAPH.edgeCount()];
    int half = index.length / 2;
    int[] at = {0};
    GRAPH.forEachEdge(
        (u, v) -> {
          index[at[0]] = u;
          index[half + at[0]++] = v;
          index[at[0]] = v;
          index[half + at[0]++] = u;
        });
    return index;
  }

  private static ProtocolServer server(String datatype, boolean binary, boolean takesEdges) {
    long[] own = edgesOfServer();
    return new ProtocolServer(
        (x, edges) -> logits(x, takesEdges ? edges : own), WIDTH, datatype, binary, takesEdges);
  }

  private static double kHat() {
    return GRAPH.density();
  }

  private static LinkPrediction attack(InferenceApi api, double delta) {
    return LinkTeller.builder()
        .measuring(FeatureReweighting.of(delta))
        .build()
        .run(api, ATTACKED, kHat());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "/v2", "/gateway/tenant", "/gateway/tenant/v2/"})
  void theUriMayContainAPathAndTheProtocolVersion(String path) {
    try (ProtocolServer server = server("FP64", true, false)) {
      InferenceApi api =
          OpenInferenceModel.builder(URI.create(server.uri() + path), "small").build();
      assertEquals(GRAPH, attack(api, 1e-4).toGraph());
      assertTrue(
          server.exchanged.stream()
              .allMatch(one -> one.path().startsWith(path.replaceFirst("(/v2)?/?$", "") + "/v2")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://v2", "http://v2/", "http://v2/v2"})
  void theHostNameIsNotMistakenForAPath(String server) {
    assertEquals(
        "http://v2/v2/models/small",
        OpenInferenceModel.builder(URI.create(server), "small").build().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://example.org/a?token=secret", "http://example.org/#part"})
  void aServerWithAQueryOrAFragmentIsRefusedWithoutShowingIt(String server) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> OpenInferenceModel.builder(URI.create(server), "small"));
    assertTrue(String.valueOf(e.getMessage()).contains("has a query or a fragment"), e::toString);
    assertFalse(String.valueOf(e.getMessage()).contains("secret"), e::toString);
  }

  @ParameterizedTest
  @CsvSource({"FP64,true,true", "FP64,false,false", "FP32,true,false", "FP32,false,true"})
  void theAttackFindsTheSameEdgesAsOnTheModelItself(
      String datatype, boolean binary, boolean takesEdges) {
    InferenceApi direct = query -> logits(query.features().toDense(), edgesOfServer());
    try (ProtocolServer server = server(datatype, binary, takesEdges)) {
      OpenInferenceModel.Builder builder = OpenInferenceModel.builder(server.uri(), "small");
      OpenInferenceModel api = (takesEdges ? builder.graph(GRAPH) : builder).build();
      // With a Δ of 1, all sums are exact in single precision too.
      assertEquals(attack(direct, 1).edges(), attack(api, 1).edges());
      assertEquals(NODES + 1, server.requests.get());
    }
  }

  @ParameterizedTest
  @CsvSource({"FP64,true", "FP32,false"})
  void queriesShareRequestsAsPartsOfOneGraph(String datatype, boolean binary) {
    InferenceApi direct = query -> logits(query.features().toDense(), edgesOfServer());
    try (ProtocolServer server = server(datatype, binary, true)) {
      OpenInferenceModel api =
          OpenInferenceModel.builder(server.uri(), "small").graph(GRAPH).batch(8).build();
      assertEquals(attack(direct, 1).edges(), attack(api, 1).edges());
      // The base query, two requests that show that queries do not mix, and eight probes per
      // request.
      assertEquals(3 + (NODES + 7) / 8, server.requests.get());
    }
  }

  @ParameterizedTest
  @CsvSource({"true,false", "false,true"})
  void queriesShareRequestsAlongABatchAxis(boolean binary, boolean takesEdges) {
    InferenceApi direct = query -> logits(query.features().toDense(), edgesOfServer());
    try (ProtocolServer server = server("FP32", binary, takesEdges).withBatchAxis()) {
      OpenInferenceModel.Builder builder =
          OpenInferenceModel.builder(server.uri(), "small").batch(8);
      OpenInferenceModel api = (takesEdges ? builder.graph(GRAPH) : builder).build();
      assertEquals(attack(direct, 1).edges(), attack(api, 1).edges());
      assertEquals(1 + (NODES + 7) / 8, server.requests.get());
    }
  }

  /** A model that subtracts the mean over all nodes of a request. */
  @Test
  void modelsThatMixQueriesAreRefused() {
    ProtocolServer.Function centered =
        (x, edges) -> {
          DMatrixRMaj out = logits(x, edges);
          for (int j = 0; j < out.numCols; j++) {
            double mean = CommonOps_DDRM.elementSum(CommonOps_DDRM.extractColumn(out, j, null));
            for (int v = 0; v < out.numRows; v++) {
              out.add(v, j, -mean / out.numRows);
            }
          }
          return out;
        };
    try (ProtocolServer server = new ProtocolServer(centered, WIDTH, "FP32", true, true)) {
      InferenceApi api =
          OpenInferenceModel.builder(server.uri(), "small").graph(GRAPH).batch(8).build();
      assertRefused(InferenceException.class, "couples all nodes", () -> attack(api, 1));
    }
  }

  @Test
  void batchesNeedEdgesOrABatchAxis() {
    try (ProtocolServer server = server("FP32", true, false)) {
      InferenceApi api = OpenInferenceModel.builder(server.uri(), "small").batch(8).build();
      assertRefused(InferenceException.class, "batch = 8 is not 1", () -> attack(api, 1));
    }
  }

  @Test
  void aVersionIsSupported() {
    try (ProtocolServer server = server("FP32", true, false)) {
      attack(OpenInferenceModel.builder(server.uri(), "small").version("3").build(), 1);
    }
  }

  @Test
  void binaryRequestsTakeFourBytesPerFeaturePlusAHeader() {
    try (ProtocolServer server = server("FP32", true, false)) {
      attack(OpenInferenceModel.builder(server.uri(), "small").build(), 1);
      long perQuery = server.bytes.get() / server.requests.get();
      assertTrue(perQuery < 4L * NODES * WIDTH + 300, () -> perQuery + " bytes per query");
    }
  }

  @Test
  void mismatchesAreReportedWithADescriptionOfTheModel() {
    try (ProtocolServer server = server("FP32", false, true)) {
      assertRefused(
          InferenceException.class,
          "no such model",
          () -> attack(OpenInferenceModel.builder(server.uri(), "other").build(), 1));
      assertRefused(
          InferenceException.class,
          "edge_index",
          () -> attack(OpenInferenceModel.builder(server.uri(), "small").build(), 1));
      assertRefused(
          InferenceException.class,
          "[-1, 4]",
          () ->
              LinkTeller.attack(
                  OpenInferenceModel.builder(server.uri(), "small").graph(GRAPH).build(),
                  InferenceNodes.of(FeatureMatrix.dense(new double[NODES][7])),
                  0.1));
    }
  }

  /** A name chooses an input whatever its type, so the type is checked. */
  @Test
  void namedInputsMustBeOfTheRightType() {
    try (ProtocolServer server = server("FP32", false, true)) {
      OpenInferenceModel.Builder builder =
          OpenInferenceModel.builder(server.uri(), "small").graph(GRAPH);
      assertRejects(
          builder.edgeInputName("x").inputName("x"),
          "is not an INT32 or INT64 matrix: 'x' FP32 [-1, 4]");
      assertRejects(
          builder.edgeInputName("edge_index").nodeInputName("edge_index"), "is not an INT32");
      assertRejects(builder.inputName("edge_index"), "is not an FP32");
    }
  }

  private static void assertRejects(OpenInferenceModel.Builder builder, String why) {
    assertRefused(InferenceException.class, why, () -> attack(builder.build(), 1));
  }
}
