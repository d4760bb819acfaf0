package io.linkteller.models.architecture;

import static io.linkteller.testing.Refusal.assertRefusal;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.models.program.Program;
import io.linkteller.models.statedict.StateDict;
import io.linkteller.models.statedict.StateDictImport;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** Logits of R-GCNs without bases are compared with PyTorch's in {@code GraphKindsTest}. */
class RelationalGcnTest {

  private static final int NODES = 12;
  private static final int FEATURES = 5;
  private static final int RELATIONS = 3;
  private static final int BASES = 2;

  private static Graph graph() {
    SplittableRandom random = new SplittableRandom(1);
    Graph.Builder[] relations = new Graph.Builder[RELATIONS];
    for (int r = 0; r < RELATIONS; r++) {
      relations[r] = Graph.builder(NODES).directed().mergingDuplicates();
      for (int e = 0; e < 15; e++) {
        int u = random.nextInt(NODES);
        relations[r].addEdge(u, (u + 1 + random.nextInt(NODES - 1)) % NODES);
      }
    }
    return Graph.ofRelations(
        List.of(relations[0].build(), relations[1].build(), relations[2].build()));
  }

  private static FeatureMatrix features() {
    SplittableRandom random = new SplittableRandom(2);
    double[][] x = new double[NODES][FEATURES];
    for (double[] row : x) {
      java.util.Arrays.setAll(row, c -> random.nextDouble(-1, 1));
    }
    return FeatureMatrix.dense(x);
  }

  private static NumpyArray random(SplittableRandom random, int... shape) {
    int size = 1;
    for (int length : shape) {
      size *= length;
    }
    return NumpyArray.of(IntList.of(shape), random.doubles(size, -1, 1).toArray());
  }

  /** Returns arrays as PyTorch Geometric names them, with bases or multiplied out. */
  private static StateDict dict(boolean bases) {
    SplittableRandom random = new SplittableRandom(3);
    Map<String, NumpyArray> arrays = new LinkedHashMap<>();
    int[] widths = {FEATURES, 7, 4};
    for (int l = 1; l < widths.length; l++) {
      int in = widths[l - 1];
      int out = widths[l];
      NumpyArray v = random(random, BASES, in, out);
      NumpyArray a = random(random, RELATIONS, BASES);
      if (bases) {
        arrays.put("conv" + l + ".weight", v);
        arrays.put("conv" + l + ".comp", a);
      } else {
        double[] w = new double[RELATIONS * in * out];
        for (int r = 0; r < RELATIONS; r++) {
          for (int i = 0; i < in * out; i++) {
            for (int b = 0; b < BASES; b++) {
              w[r * in * out + i] += a.get(r * BASES + b) * v.get(b * in * out + i);
            }
          }
        }
        arrays.put("conv" + l + ".weight", NumpyArray.of(IntList.of(RELATIONS, in, out), w));
      }
      arrays.put("conv" + l + ".root", random(random, in, out));
      arrays.put("conv" + l + ".bias", random(random, out));
    }
    return StateDict.of(arrays);
  }

  private static GnnModel model(boolean bases) {
    return StateDictImport.of("rgcn").read(dict(bases)).model();
  }

  @Test
  void basesMultiplyOutToWeightsOfTheRelations() {
    GnnModel decomposed = model(true);
    assertEquals("3", decomposed.settings().text("relations"));
    assertEquals("2", decomposed.settings().text("bases"));
    assertEquals("0", model(false).settings().text("bases"));
    DMatrixRMaj expected = model(false).on(graph(), Workers.sequential()).predict(features());
    DMatrixRMaj actual = decomposed.on(graph(), Workers.sequential()).predict(features());
    for (int i = 0; i < expected.getNumElements(); i++) {
      assertEquals(expected.data[i], actual.data[i], 1e-12);
    }
  }

  /** Central differences of the sum of all logits; no unit crosses a kink at this seed. */
  @Test
  void gradientsEqualCentralDifferences() {
    Program program = model(true).on(graph(), Workers.sequential());
    DMatrixRMaj logits = program.predictForTraining(features(), 1, 2);
    DMatrixRMaj ones = new DMatrixRMaj(logits.numRows, logits.numCols);
    ones.fill(1);
    program.backward(ones);
    for (Tensor tensor : program.parameters()) {
      double[] gradient = tensor.gradient().copy().data;
      double[] values = tensor.value().data;
      for (int i = 0; i < values.length; i++) {
        double before = values[i];
        values[i] = before + 1e-6;
        double more = sum(program);
        values[i] = before - 1e-6;
        double less = sum(program);
        values[i] = before;
        assertEquals((more - less) / 2e-6, gradient[i], 1e-6, tensor.name() + " at " + i);
      }
    }
  }

  private static double sum(Program program) {
    double sum = 0;
    for (double logit : program.predictForTraining(features(), 1, 2).data) {
      sum += logit;
    }
    return sum;
  }

  @Test
  void relationsMustBeThoseOfTheModel() {
    Graph two = Graph.ofRelations(graph().relations().subList(0, 2));
    assertRefusal(
        "the model distinguishes 3 relations, but the graph has 2",
        () -> model(true).on(two, Workers.sequential()));
  }
}
