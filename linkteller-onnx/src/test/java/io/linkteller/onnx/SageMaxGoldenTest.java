package io.linkteller.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.data.statedict.StateDictFile;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.statedict.ImportedModel;
import io.linkteller.models.statedict.PortMismatchException;
import io.linkteller.models.statedict.StateDictImport;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GraphSAGE with maxima gives the logits of PyTorch; {@code sage_max.py} wrote the files. */
final class SageMaxGoldenTest {

  @TempDir private Path directory;

  private Graph graph;
  private FeatureMatrix features;
  private DMatrixRMaj golden;
  private double largest;

  @BeforeEach
  void read() throws Exception {
    JsonNode json = new ObjectMapper().readTree(file("sage-max.json").toFile());
    double[][] x = rows(json.get("x"));
    features = FeatureMatrix.dense(x);
    golden = new DMatrixRMaj(rows(json.get("logits")));
    largest = Arrays.stream(golden.data).map(Math::abs).max().orElseThrow();
    Graph.Builder builder = Graph.builder(x.length);
    json.get("edges")
        .forEach(edge -> builder.addEdge(edge.get(0).intValue(), edge.get(1).intValue()));
    graph = builder.build();
  }

  private static double[][] rows(JsonNode json) {
    double[][] rows = new double[json.size()][json.get(0).size()];
    for (int i = 0; i < rows.length; i++) {
      for (int c = 0; c < rows[i].length; c++) {
        rows[i][c] = json.get(i).get(c).doubleValue();
      }
    }
    return rows;
  }

  private Path file(String name) throws Exception {
    Path file = directory.resolve(name);
    Files.deleteIfExists(file);
    try (InputStream in = SageMaxGoldenTest.class.getResourceAsStream(name)) {
      Files.copy(in, file);
    }
    return file;
  }

  private ImportedModel imported(String aggregator) throws Exception {
    return StateDictImport.of("sage")
        .setting("aggregator", aggregator)
        .read(StateDictFile.read(file("sage-max.pt")));
  }

  private void assertGolden(InferenceApi api) throws Exception {
    DMatrixRMaj logits = api.predict(InferenceNodes.of(features).query());
    assertEquals(golden.numRows, logits.numRows);
    for (int i = 0; i < golden.data.length; i++) {
      assertEquals(golden.data[i], logits.data[i], 1e-6 * largest);
    }
  }

  @Test
  void bothFilesGiveTheLogitsOfPyTorchAndTheSamePairs() throws Exception {
    InferenceNodes nodes = InferenceNodes.of(features);
    double kHat = graph.density();
    InferenceApi ported = GraphOwner.of(graph).serve(imported("MAX").model());
    assertGolden(ported);
    LinkPrediction expected = LinkTeller.attack(ported, nodes, kHat);
    try (OnnxModel onnx = OnnxModel.open(file("sage-max.onnx"), graph)) {
      assertGolden(onnx);
      assertEquals(expected.toGraph(), LinkTeller.attack(onnx, nodes, kHat).toGraph());
    }
  }

  @Test
  void meansInsteadOfMaximaAreDetected() throws Exception {
    imported("MAX").verifyAgainst(graph, features, graph.nodes(), golden);
    ImportedModel means = imported("MEAN");
    assertThrows(
        PortMismatchException.class,
        () -> means.verifyAgainst(graph, features, graph.nodes(), golden));
  }
}
