package io.linkteller.data.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.data.Dataset;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.data.statedict.StateDictFile;
import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.inference.tensor.EdgeIndex;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.audit.InfluenceAudit;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.models.program.Precision;
import io.linkteller.models.program.Program;
import io.linkteller.models.statedict.StateDictImport;
import io.linkteller.parallel.Workers;
import io.linkteller.testkit.fixture.RealData;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs of files that PyTorch wrote, against its logits and against full passes. */
class OnnxGoldensTest {

  /** Of the largest logit; the program rounds each result to single precision, as PyTorch does. */
  private static final double ROUNDING = 1e-5;

  @ParameterizedTest
  @ValueSource(strings = {"directed", "weighted", "typed"})
  void logitsOfOtherKindsOfGraphsAreThoseOfPytorch(String kind) {
    Path folder = RealData.reference("kinds").resolve(kind);
    int[] pairs = integers(folder.resolve("edge_index.npy"));
    int arcs = pairs.length / 2;
    DMatrixRMaj x = NumpyFile.readArray(folder.resolve("x.npy")).toMatrix();
    EdgeIndex edges =
        EdgeIndex.of(
            x.numRows, Arrays.copyOf(pairs, arcs), Arrays.copyOfRange(pairs, arcs, 2 * arcs));
    Path weights = folder.resolve("edge_weight.npy");
    if (Files.exists(weights)) {
      edges = edges.withWeights(numbers(weights));
    }
    Path types = folder.resolve("edge_type.npy");
    if (Files.exists(types)) {
      edges = edges.withTypes(integers(types));
    }
    DMatrixRMaj expected = NumpyFile.readArray(folder.resolve("logits.npy")).toMatrix();
    Program program =
        OnnxProgram.read(folder.resolve("model.onnx")).on(edges, Workers.sequential());
    DMatrixRMaj actual = program.predict(DenseFeatures.of(x));
    assertClose(expected, actual, ROUNDING * CommonOps_DDRM.elementMaxAbs(expected));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gcn", "gcn3", "sage", "gin", "gat", "residual", "appnp"})
  void changesAreThoseBetweenFullPasses(String name) {
    Path file = RealData.reference("pytorch").resolve(name + ".onnx");
    PlanetoidCora cora = PlanetoidCora.load();
    OnnxProgram model = OnnxProgram.builder().precision(Precision.DOUBLE).read(file);
    Program served = model.on(cora.graph(), Workers.sequential());
    Program full = model.on(cora.graph(), Workers.sequential());
    DMatrixRMaj base = served.predict(cora.features()).copy();
    double error = 1e-9 * CommonOps_DDRM.elementMaxAbs(base);
    for (int v : new int[] {0, 1, 1358, 2707}) {
      FeatureEdit edit = FeatureEdit.scaling(v, 1.5);
      RowChanges changes = served.logitChanges(edit, cora.graph().nodes(), served.scratch());
      DMatrixRMaj moved = base.copy();
      for (int slot = 0; slot < changes.count(); slot++) {
        for (int c = 0; c < base.numCols; c++) {
          moved.add(changes.row(slot), c, changes.difference(slot)[c]);
        }
      }
      assertClose(full.predict(cora.features().edited(edit)), moved, error);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gcn", "sage", "gat"})
  void exactInfluencesAreThoseOfTheStateDict(String name) {
    PlanetoidCora cora = PlanetoidCora.load();
    Path folder = RealData.reference("pytorch");
    OnnxProgram program =
        OnnxProgram.builder().precision(Precision.DOUBLE).read(folder.resolve(name + ".onnx"));
    GnnModel imported =
        StateDictImport.of(name).read(StateDictFile.read(folder.resolve(name + ".pt"))).model();
    IntList targets = cora.graph().nodes().subList(100, 160);
    InfluenceMatrix expected =
        InfluenceAudit.exact(imported, cora.graph(), cora.features()).influences(targets);
    InfluenceMatrix actual =
        InfluenceAudit.exact(program, cora.graph(), cora.features()).influences(targets);
    double largest = 0;
    double difference = 0;
    for (int v = 0; v < targets.size(); v++) {
      for (int u = 0; u < targets.size(); u++) {
        double influence = expected.influence(v, u);
        largest = Math.max(largest, influence);
        difference = Math.max(difference, Math.abs(influence - actual.influence(v, u)));
      }
    }
    // Weights are the same; constants that the exporter folded are of single precision.
    assertEquals(0, difference, 1e-5 * largest);
  }

  /** Cora with features divided by their row sums, as the models were trained. */
  private record PlanetoidCora(Graph graph, FeatureMatrix features) {

    static PlanetoidCora load() {
      Dataset data = PlanetoidDataset.load(RealData.set("planetoid"), "cora");
      return new PlanetoidCora(data.graph(), ((SparseFeatures) data.features()).normalizedByRow());
    }
  }

  private static void assertClose(DMatrixRMaj expected, DMatrixRMaj actual, double error) {
    assertEquals(expected.numRows, actual.numRows);
    assertEquals(expected.numCols, actual.numCols);
    for (int i = 0; i < expected.getNumElements(); i++) {
      assertEquals(expected.data[i], actual.data[i], error, "row " + i / expected.numCols);
    }
  }

  private static int[] integers(Path file) {
    return Arrays.stream(numbers(file)).mapToInt(number -> (int) number).toArray();
  }

  private static double[] numbers(Path file) {
    NumpyArray array = NumpyFile.readArray(file);
    double[] numbers = new double[array.size()];
    Arrays.setAll(numbers, array::get);
    return numbers;
  }
}
