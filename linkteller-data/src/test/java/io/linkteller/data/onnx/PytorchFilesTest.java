package io.linkteller.data.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.data.Dataset;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.data.statedict.StateDictFile;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.models.program.Precision;
import io.linkteller.models.program.Program;
import io.linkteller.models.statedict.StateDictImport;
import io.linkteller.parallel.Workers;
import io.linkteller.testing.fixture.RealData;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Files written by PyTorch give its logits, and incremental changes equal those of full passes. */
class PytorchFilesTest {

  /**
   * Relative to the largest logit; programs round each result to single precision, like PyTorch.
   */
  private static final double ROUNDING = 1e-6;

  private static void assertClose(DMatrixRMaj expected, DMatrixRMaj actual, double share) {
    assertEquals(expected.numRows, actual.numRows);
    assertEquals(expected.numCols, actual.numCols);
    double error = share * CommonOps_DDRM.elementMaxAbs(expected);
    for (int i = 0; i < expected.getNumElements(); i++) {
      assertEquals(expected.data[i], actual.data[i], error, "row " + i / expected.numCols);
    }
  }

  private static DMatrixRMaj sum(DMatrixRMaj base, RowChanges changes, double factor) {
    DMatrixRMaj moved = base.copy();
    for (int slot = 0; slot < changes.count(); slot++) {
      for (int c = 0; c < base.numCols; c++) {
        moved.add(changes.row(slot), c, factor * changes.difference(slot)[c]);
      }
    }
    return moved;
  }

  /** Seven models that were trained on Cora, as ONNX files and as state dicts. */
  @ParameterizedTest
  @CsvSource({
    "gcn, gcn",
    "gcn3, gcn",
    "sage, sage",
    "gin, gin",
    "gat, gat",
    "residual, deep-gcn",
    "appnp, appnp"
  })
  void trainedModelsGiveTheLogitsOfPytorch(String name, String architecture) throws IOException {
    Path folder = RealData.reference("pytorch");
    Dataset cora = PlanetoidDataset.load(RealData.set("planetoid"), "cora");
    FeatureMatrix x = ((SparseFeatures) cora.features()).normalizedByRow();
    JsonNode golden =
        new ObjectMapper()
            .readTree(folder.resolve("goldens.json").toFile())
            .get("models")
            .get(name);
    Program program =
        OnnxProgram.read(folder.resolve(name + ".onnx")).on(cora.graph(), Workers.sequential());
    assertGolden(golden, program.predict(x));
    StateDictImport port = StateDictImport.of(architecture);
    Program imported =
        (name.equals("appnp") ? port.setting("steps", "4") : port)
            .read(StateDictFile.read(folder.resolve(name + ".pt")))
            .model()
            .on(cora.graph(), Workers.sequential());
    assertGolden(golden, imported.predict(x));
  }

  private static void assertGolden(JsonNode golden, DMatrixRMaj logits) {
    int count = golden.get("nodes").size();
    assertTrue(count > 0);
    DMatrixRMaj expected = new DMatrixRMaj(count, 7);
    DMatrixRMaj actual = new DMatrixRMaj(count, 7);
    for (int i = 0; i < count; i++) {
      for (int c = 0; c < 7; c++) {
        expected.set(i, c, golden.get("logits").get(i).get(c).doubleValue());
        actual.set(i, c, logits.get(golden.get("nodes").get(i).intValue(), c));
      }
    }
    assertClose(expected, actual, ROUNDING);
  }

  static List<Path> exports() throws IOException {
    try (Stream<Path> files = Files.list(RealData.reference("exports"))) {
      return files.filter(file -> file.toString().endsWith(".onnx")).sorted().toList();
    }
  }

  private static double[] numbers(Path file) {
    NumpyArray array = NumpyFile.readArray(file);
    double[] numbers = new double[array.size()];
    Arrays.setAll(numbers, array::get);
    return numbers;
  }

  private static int[] integers(Path file) {
    return Arrays.stream(numbers(file)).mapToInt(number -> (int) number).toArray();
  }

  /** Models of PyTorch Geometric, by both exporters, also with other types of numbers. */
  @ParameterizedTest
  @MethodSource("exports")
  void exportsGiveTheLogitsOfPytorch(Path file) {
    Path folder = RealData.reference("exports");
    String name = String.valueOf(file.getFileName());
    int[] pairs = integers(folder.resolve("ei.npy"));
    int arcs = pairs.length / 2;
    EdgeIndex edges =
        EdgeIndex.of(60, Arrays.copyOf(pairs, arcs), Arrays.copyOfRange(pairs, arcs, 2 * arcs));
    if (name.startsWith("weight")) {
      edges = edges.withWeights(numbers(folder.resolve("ew.npy")));
    }
    if (name.startsWith("rgcn")) {
      edges = edges.withTypes(integers(folder.resolve("et.npy")));
    }
    FeatureMatrix x = FeatureMatrix.dense(NumpyFile.readArray(folder.resolve("x.npy")).toMatrix());
    DMatrixRMaj expected =
        NumpyFile.readArray(folder.resolve(name.split("\\.", 2)[0] + ".ref.npy")).toMatrix();
    // Numbers of half precision have 11 significant bits, those of bf16 8.
    boolean rounded = name.contains("16");
    double bound = name.contains("bf16") ? 0x1p-7 : rounded ? 0x1p-10 : ROUNDING;
    assertClose(expected, OnnxProgram.read(file).on(edges, Workers.sequential()).predict(x), bound);

    OnnxProgram doubles = OnnxProgram.builder().precision(Precision.DOUBLE).read(file);
    Program exact = doubles.on(edges, Workers.sequential());
    Program full = doubles.on(edges, Workers.sequential());
    assertTrue(exact.withoutChanges().isEmpty(), exact.withoutChanges().toString());
    DMatrixRMaj base = exact.predict(x).copy();
    IntList all = Graph.empty(60).nodes();
    for (int node : new int[] {0, 20, 59}) {
      FeatureEdit edit = FeatureEdit.scaling(node, 3);
      DMatrixRMaj changed = sum(base, exact.logitChanges(edit, all, exact.scratch()), 1);
      assertTrue(!Arrays.equals(base.data, changed.data), "the answers change");
      assertClose(full.predict(x.edited(edit)), changed, rounded ? bound : 1e-12);
      if (!rounded) { // Steps have no derivative.
        DMatrixRMaj derivative = new DMatrixRMaj(base.numRows, base.numCols);
        derivative = sum(derivative, exact.logitDerivatives(node, all, exact.scratch()), 1);
        DMatrixRMaj quotient = new DMatrixRMaj(base.numRows, base.numCols);
        for (double step : new double[] {1e-6, -1e-6}) {
          FeatureEdit small = FeatureEdit.scaling(node, 1 + step);
          quotient = sum(quotient, exact.logitChanges(small, all, exact.scratch()), 0.5 / step);
        }
        assertClose(quotient, derivative, 1e-5);
      }
    }
  }
}
