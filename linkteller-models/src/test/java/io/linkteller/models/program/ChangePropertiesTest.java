package io.linkteller.models.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.models.architecture.Gat;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.Recompute;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingRun;
import io.linkteller.parallel.Workers;
import io.linkteller.testing.RandomGraphs;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** Properties of changes and parallel training that hold for every architecture. */
class ChangePropertiesTest {

  private static final double[] FACTORS = {1 + 1e-4, 1 - 1e-4, 0, 2, -3, 50, -1000};

  @Property
  void changesEqualThoseOfAFullPassAndAreExactlyZeroBeyondKHops(
      @ForAll @IntRange(min = 1, max = 20) int nodes,
      @ForAll @DoubleRange(max = 0.5) double density,
      @ForAll @IntRange(min = 1, max = 4) int depth,
      @ForAll @IntRange(max = 3) int magnitude,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph graph = RandomGraphs.uniform(nodes, density, random);
    double scale = Math.pow(10, magnitude);
    FeatureMatrix x = RandomCases.features(nodes, true, scale, random);
    GnnModel model = RandomCases.anyModel(depth, 0, random);
    Program served = model.on(graph, Workers.sequential());
    Program full = model.on(graph, Workers.sequential());
    DMatrixRMaj base = served.predict(x).copy();
    Scratch scratch = served.scratch();
    for (int v = 0; v < nodes; v++) {
      double factor = FACTORS[random.nextInt(FACTORS.length)];
      DMatrixRMaj expected = full.predict(x.edited(FeatureEdit.scaling(v, factor)));
      DMatrixRMaj actual = base.copy();
      RowChanges changes =
          served.logitChanges(FeatureEdit.scaling(v, factor), graph.nodes(), scratch);
      int[] hops = Hops.from(graph, v);
      for (int slot = 0; slot < changes.count(); slot++) {
        for (int c = 0; c < base.numCols; c++) {
          double difference = changes.difference(slot)[c];
          assertTrue(Double.isFinite(difference), model + ": " + v + " with " + factor);
          actual.add(changes.row(slot), c, difference);
          boolean far = hops[changes.row(slot)] > RandomCases.reach(model);
          if (far) {
            assertEquals(0, difference, model + ": " + v + " with " + factor);
          }
        }
      }
      double largest =
          Math.max(CommonOps_DDRM.elementMaxAbs(expected), CommonOps_DDRM.elementMaxAbs(base));
      for (int i = 0; i < base.getNumElements(); i++) {
        assertEquals(
            expected.data[i],
            actual.data[i],
            // The rounding errors of scores grow with the scores, and a softmax propagates them.
            1e-12 * scale * largest,
            model + ": node " + v + " times " + factor);
      }
    }
  }

  @Example
  void unitsThatReturnFromFarBelowZeroHaveFiniteChanges() {
    GnnModel single = Gat.builder().layers(1, 1, 1).build();
    Map<String, DMatrixRMaj> values = new LinkedHashMap<>();
    for (String name : single.parameters().names()) {
      values.put(name, new DMatrixRMaj(1, 1));
      values.get(name).set(0, 0, name.startsWith("W") ? 1 : 0);
    }
    GnnModel model = single.withParameters(Parameters.of(values));
    Graph lonely = Graph.builder(1).build();
    for (double x : new double[] {-1, -699, -701, -745, -800, -1e5}) {
      FeatureMatrix features = FeatureMatrix.dense(new double[][] {{x}});
      for (double factor : new double[] {0, 1e-3, 0.5, 1 + 1e-4, -1, 100}) {
        InferenceQuery query =
            InferenceNodes.of(features).queryWith(FeatureEdit.scaling(0, factor));
        double all = answer(model, lonely, Recompute.EVERYTHING, query);
        double changed = answer(model, lonely, Recompute.CHANGED_ROWS, query);
        assertEquals(all, changed, 1e-15 * Math.max(1, Math.abs(x)), x + " times " + factor);
      }
    }
  }

  private static double answer(
      GnnModel model, Graph graph, Recompute recompute, InferenceQuery query) {
    return query.ask(GraphOwner.of(graph).serve(model, recompute), "a probe").get(0, 0);
  }

  @Example
  void theChangeOfEluIsTheDifferenceOfItsValues() {
    double[] numbers = {-1e300, -2000, -800, -745.2, -710, -700, -699, -30, -1, -1e-9, 0, 1, 900};
    for (double z : numbers) {
      for (double after : numbers) {
        double expected = Activation.ELU.value(after) - Activation.ELU.value(z);
        double change = Activation.ELU.change(z, after - z);
        double magnitude = Math.max(1, Math.max(Math.abs(z), Math.abs(after)));
        assertEquals(expected, change, 1e-15 * magnitude, z + " to " + after);
      }
    }
  }

  @Property(tries = 10)
  void trainedParametersAreBitIdenticalWithAnyNumberOfThreads(
      @ForAll @IntRange(min = 100, max = 300) int nodes,
      @ForAll @DoubleRange(max = 0.05) double density,
      @ForAll @IntRange(min = 1, max = 3) int depth,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph graph = RandomGraphs.uniform(nodes, density, random);
    FeatureMatrix x = RandomCases.features(nodes, false, random);
    GnnModel model = RandomCases.anyModel(depth, 0.3, random);
    Labels labels = RandomCases.labels(nodes, model.outputWidth(), random);
    Parameters one = train(model, graph, x, labels, 1).model().parameters();
    Parameters many = train(model, graph, x, labels, 4).model().parameters();
    for (String name : one.names()) {
      assertArrayEquals(one.get(name).data, many.get(name).data, name);
    }
  }

  private static TrainingRun train(
      GnnModel model, Graph graph, FeatureMatrix x, Labels labels, int threads) {
    return Trainer.builder()
        .epochs(4)
        .weightDecay(1e-3)
        .seed(5)
        .parallelism(threads)
        .build()
        .train(model, graph, x, labels);
  }
}
