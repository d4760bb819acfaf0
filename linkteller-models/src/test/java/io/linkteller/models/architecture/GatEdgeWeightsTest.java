package io.linkteller.models.architecture;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.models.program.Program;
import io.linkteller.models.statedict.StateDict;
import io.linkteller.models.statedict.StateDictImport;
import io.linkteller.parallel.Workers;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

/**
 * Attention with the weights of edges, as {@code GATConv(edge_dim=1)} of PyTorch Geometric computes
 * it, written out in PyTorch 1.13 with float64: s_uv = LeakyReLU(a_src W x_u + a_dst W x_v + a_edge
 * W_edge w_uv), softmax over the arcs to v and a loop with the mean of their weights. Four heads
 * side by side, ELU, the mean of two heads, on 30 nodes, one of them isolated, with 70 arcs.
 */
class GatEdgeWeightsTest {

  private static final StateDict FILE = file();

  private static StateDict file() {
    try {
      return StateDict.read(
          Path.of(
              Objects.requireNonNull(GatEdgeWeightsTest.class.getResource("/gat-edge-weights.npz"))
                  .toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static GnnModel model() {
    Map<String, NumpyArray> parameters = new LinkedHashMap<>();
    FILE.names().stream()
        .filter(name -> name.startsWith("conv"))
        .forEach(name -> parameters.put(name, FILE.get(name)));
    return StateDictImport.of("gat").read(StateDict.of(parameters)).model();
  }

  private static Graph graph() {
    NumpyArray index = FILE.get("edge_index");
    NumpyArray weights = FILE.get("edge_weight");
    Graph.Builder graph = Graph.builder(30).directed();
    for (int e = 0; e < weights.size(); e++) {
      graph.addEdge((int) index.get(e), (int) index.get(weights.size() + e), weights.get(e));
    }
    return graph.build();
  }

  @Test
  void logitsAndGradientsAreThoseOfPyTorch() {
    GnnModel model = model();
    assertEquals("true", model.settings().text("edgeWeights"));
    Program program = model.on(graph(), Workers.sequential());
    DMatrixRMaj logits =
        program.predictForTraining(FeatureMatrix.dense(FILE.matrix("x")), 1, 2).copy();
    assertClose("logits", FILE.matrix("logits").data, logits.data);
    CommonOps_DDRM.scale(2, logits);
    program.backward(logits);
    Map<String, String> names =
        Map.of("W", "lin_src.weight", "aSrc", "att_src", "aDst", "att_dst", "b", "bias");
    Map<String, String> ofEdges = Map.of("wEdge", "lin_edge.weight", "aEdge", "att_edge");
    List<Tensor> tensors = program.parameters();
    assertEquals(12, tensors.size());
    for (Tensor tensor : tensors) {
      int at = tensor.name().length() - 1;
      String stem = tensor.name().substring(0, at);
      String name =
          "grad.conv"
              + tensor.name().substring(at)
              + "."
              + names.getOrDefault(stem, ofEdges.get(stem));
      double[] expected =
          name.endsWith("weight") ? FILE.transposed(name).data : values(FILE.get(name));
      assertClose(name, expected, tensor.gradient().data);
    }
  }

  private static double[] values(NumpyArray array) {
    double[] values = new double[array.size()];
    java.util.Arrays.setAll(values, array::get);
    return values;
  }

  private static void assertClose(String what, double[] expected, double[] actual) {
    assertEquals(expected.length, actual.length, what);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], actual[i], 1e-10 * (1 + Math.abs(expected[i])), what + " at " + i);
    }
  }

  @Test
  void withoutTheSettingAWeightedGraphIsRefused() {
    GnnModel without = Gat.builder().layers(5, 3).build();
    assertRefused("edgeWeights", () -> without.on(graph(), Workers.sequential()));
  }
}
