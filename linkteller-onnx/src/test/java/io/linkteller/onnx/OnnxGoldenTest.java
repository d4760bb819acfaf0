package io.linkteller.onnx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.data.Dataset;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.testkit.arbitrary.AttributedGraph;
import io.linkteller.testkit.fixture.ReferenceModels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models trained and exported by PyTorch give PyTorch's logits, however they are asked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OnnxGoldenTest {

  private ReferenceModels reference;

  @BeforeAll
  void read() throws Exception {
    reference = ReferenceModels.read(OnnxGoldenTest::cora);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gcn", "gcn3", "sage", "gin", "gat", "residual", "appnp"})
  void logitsAreThoseOfPyTorch(String name) throws Exception {
    try (OnnxModel model =
        OnnxModel.open(reference.file(name + ".onnx"), reference.cora().graph())) {
      DMatrixRMaj logits = model.predict(InferenceNodes.of(reference.cora().features()).query());
      JsonNode golden = reference.goldens().get("models").get(name);
      double largest = 0;
      for (JsonNode row : golden.get("logits")) {
        for (JsonNode value : row) {
          largest = Math.max(largest, Math.abs(value.doubleValue()));
        }
      }
      assertEquals(2708, logits.numRows);
      assertEquals(7, logits.numCols);
      for (int i = 0; i < golden.get("nodes").size(); i++) {
        for (int c = 0; c < 7; c++) {
          assertEquals(
              golden.get("logits").get(i).get(c).doubleValue(),
              logits.get(golden.get("nodes").get(i).intValue(), c),
              1e-5 * largest);
        }
      }
    }
  }

  @Tag("thorough")
  @ParameterizedTest
  @ValueSource(strings = {"gcn", "gcn3", "sage", "gin", "gat", "residual", "appnp"})
  void patchedRowsSeveralQueriesPerRunAndSeveralThreadsAnswerAsFullCopiesDo(String name)
      throws Exception {
    InferenceNodes nodes = InferenceNodes.of(reference.cora().features());
    List<InferenceQuery> probes = new ArrayList<>();
    List<InferenceQuery> copied = new ArrayList<>();
    for (int v : new int[] {0, 7, 1358, 2707, 7}) {
      InferenceQuery probe = nodes.queryWith(FeatureEdit.scaling(v, 1.5));
      probes.add(probe);
      copied.add(nodes.queryWith(FeatureMatrix.dense(probe.features().toDense())));
    }
    try (OnnxModel model =
            OnnxModel.builder()
                .graph(reference.cora().graph())
                .open(reference.file(name + ".onnx"));
        OnnxModel batched =
            OnnxModel.builder()
                .graph(reference.cora().graph())
                .batch(3)
                .parallelism(2)
                .threads(2)
                .open(reference.file(name + ".onnx"))) {
      DMatrixRMaj baseline = model.predict(nodes.query());
      List<DMatrixRMaj> atOnce = batched.predictAll(probes);
      List<DMatrixRMaj> sideBySide =
          IntStream.range(0, probes.size())
              .parallel()
              .mapToObj(
                  i -> {
                    try {
                      return batched.predict(probes.get(i));
                    } catch (Exception e) {
                      throw new AssertionError(e);
                    }
                  })
              .toList();
      for (int i = 0; i < probes.size(); i++) {
        double[] full = model.predict(copied.get(i)).data;
        assertTrue(moved(full, baseline.data) > 0.01);
        assertArrayEquals(full, model.predict(probes.get(i)).data);
        assertArrayEquals(full, sideBySide.get(i).data);
        assertArrayEquals(full, atOnce.get(i).data);
      }
      assertArrayEquals(baseline.data, model.predict(nodes.query()).data);
    }
  }

  private static double moved(double[] answer, double[] baseline) {
    double moved = 0;
    for (int i = 0; i < answer.length; i++) {
      moved = Math.max(moved, Math.abs(answer[i] - baseline[i]));
    }
    return moved;
  }

  private static AttributedGraph cora(Path data) throws IOException {
    Dataset cora = PlanetoidDataset.load(data, "cora");
    return new AttributedGraph(cora.graph(), ((SparseFeatures) cora.features()).normalizedByRow());
  }
}
