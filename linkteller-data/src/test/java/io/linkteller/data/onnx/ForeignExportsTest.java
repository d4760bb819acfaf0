package io.linkteller.data.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.data.statedict.StateDictFile;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.program.Precision;
import io.linkteller.models.statedict.StateDictImport;
import io.linkteller.parallel.Workers;
import io.linkteller.testing.fixture.RealData;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of both exporters of PyTorch 2.13, of models of PyTorch Geometric 2.8. */
class ForeignExportsTest {

  /** Relative to the largest logit; 7e-7 was measured over all files. */
  private static final double ROUNDING = 1e-6;

  /** Eight bits of bfloat16 and eleven of half precision, a few roundings each. */
  private static final double COARSE = 2e-2;

  private static NumpyArray array(Path folder, String name) {
    return NumpyFile.readArray(folder.resolve(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "appnp.dyn",
        "appnp.ts",
        "bf16",
        "bn.dyn",
        "bn.ts",
        "cheb.dyn",
        "cheb.ts",
        "double",
        "fp16",
        "fp16io",
        "gat.ts",
        "gatv2.dyn",
        "gatv2.ts",
        "gcn.dyn",
        "gcn.ts",
        "gin.dyn",
        "gin.ts",
        "int32",
        "logsm.dyn",
        "logsm.ts",
        "pna.dyn",
        "rgcnts",
        "sage.dyn",
        "sage.ts",
        "sagemax.dyn",
        "transformer.dyn",
        "transformer.ts",
        "weight"
      })
  void theLogitsEqualThoseOfPytorch(String name) {
    Path folder = RealData.reference("exports");
    NumpyArray ends = array(folder, "ei.npy");
    int count = ends.size() / 2;
    DMatrixRMaj x = array(folder, "x.npy").toMatrix();
    NumpyArray weights = array(folder, "ew.npy");
    NumpyArray types = array(folder, "et.npy");
    Graph.Builder[] relations = new Graph.Builder[2];
    for (int r = 0; r < relations.length; r++) {
      relations[r] = Graph.builder(x.numRows).directed();
    }
    Graph.Builder edges = Graph.builder(x.numRows).directed();
    for (int e = 0; e < count; e++) {
      int source = (int) ends.get(e);
      int target = (int) ends.get(count + e);
      if (name.equals("weight")) {
        edges.addEdge(source, target, weights.get(e));
      } else {
        edges.addEdge(source, target);
      }
      relations[(int) types.get(e)].addEdge(source, target);
    }
    Graph graph =
        name.equals("rgcnts")
            ? Graph.ofRelations(Arrays.stream(relations).map(Graph.Builder::build).toList())
            : edges.build();
    DMatrixRMaj expected = array(folder, name.replaceAll("\\..*", "") + ".ref.npy").toMatrix();
    DMatrixRMaj found =
        OnnxProgram.builder()
            .precision(Precision.SINGLE)
            .read(folder.resolve(name + ".onnx"))
            .on(graph, Workers.sequential())
            .predict(FeatureMatrix.dense(x));
    boolean half = name.startsWith("fp16") || name.equals("bf16");
    double error = (half ? COARSE : ROUNDING) * CommonOps_DDRM.elementMaxAbs(expected);
    for (int i = 0; i < expected.getNumElements(); i++) {
      assertEquals(expected.data[i], found.data[i], error, "row " + i / expected.numCols);
    }
  }

  /** For all edges together, they would be 172 million numbers, 1.4 GB. */
  @Test
  void summedMessagesAreNeverMaterialized() {
    Path folder = RealData.reference("pytorch");
    SplittableRandom random = new SplittableRandom(1);
    Graph.Builder edges = Graph.builder(400);
    for (int v = 0; v < 400; v++) {
      for (int u = 0; u < v; u++) {
        if (random.nextInt(4) > 0) {
          edges.addEdge(u, v);
        }
      }
    }
    Graph graph = edges.build();
    DMatrixRMaj x = new DMatrixRMaj(400, 1433);
    for (int i = 0; i < x.getNumElements(); i++) {
      x.data[i] = random.nextInt(100) == 0 ? 1 : 0;
    }
    DMatrixRMaj expected =
        StateDictImport.of("sage")
            .read(StateDictFile.read(folder.resolve("sage.pt")))
            .model()
            .on(graph, Workers.sequential())
            .predict(FeatureMatrix.dense(x));
    DMatrixRMaj found =
        OnnxProgram.builder()
            .precision(Precision.SINGLE)
            .read(folder.resolve("sage.onnx"))
            .on(graph, Workers.sequential())
            .predict(FeatureMatrix.dense(x));
    double error = ROUNDING * CommonOps_DDRM.elementMaxAbs(expected);
    for (int i = 0; i < expected.getNumElements(); i++) {
      assertEquals(expected.data[i], found.data[i], error, "row " + i / expected.numCols);
    }
  }
}
