package io.linkteller.models.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.LinkTeller;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.program.RandomCases;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;

/**
 * Answers of served GCNs with random graphs and weights. The test kit checks Theorem 1 and
 * Proposition 1.
 */
class ServedModelPropertiesTest {

  private static GnnModel randomModel(int depth, SplittableRandom random) {
    int[] widths = new int[depth + 1];
    widths[0] = RandomCases.FEATURES;
    for (int l = 1; l <= depth; l++) {
      widths[l] = 1 + random.nextInt(6);
    }
    Normalization[] all = Normalization.values();
    return Gcn.builder()
        .layers(widths)
        .with(Normalization.SETTING, all[random.nextInt(all.length)])
        .seed(random.nextLong())
        .build();
  }

  @Property(tries = 150)
  void recomputingChangedRowsEqualsAFullPass(
      @ForAll @IntRange(min = 1, max = 25) int nodes,
      @ForAll @DoubleRange(max = 0.5) double density,
      @ForAll @IntRange(min = 1, max = 4) int depth,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph graph = RandomCases.graph(nodes, density, random);
    FeatureMatrix x = RandomCases.features(nodes, true, random);
    GnnModel model = randomModel(depth, random);
    ServedModel changed = GraphOwner.of(graph).serve(model, Recompute.CHANGED_ROWS);
    ServedModel full = GraphOwner.of(graph).serve(model, Recompute.EVERYTHING);
    InferenceNodes all = InferenceNodes.of(x);
    for (int query = 0; query < 6; query++) {
      double factor =
          switch (query) {
            case 0 -> 1 + 1e-4;
            case 1 -> 0;
            default -> random.nextDouble(-3, 3);
          };
      var probe = all.queryWith(FeatureEdit.scaling(random.nextInt(nodes), factor));
      assertClose(full.predict(probe), changed.predict(probe), 1e-12);
      var someColumns =
          all.queryWith(
              FeatureEdit.scalingColumns(
                  x, random.nextInt(nodes), factor, IntList.of(0, RandomCases.FEATURES - 1)));
      assertClose(full.predict(someColumns), changed.predict(someColumns), 1e-12);
    }
    assertClose(full.predict(all.query()), changed.predict(all.query()), 0);
  }

  @Property(tries = 60)
  void aQueryForSomeNodesIsAnsweredOnTheirInducedSubgraph(
      @ForAll @IntRange(min = 2, max = 20) int nodes,
      @ForAll @DoubleRange(max = 0.6) double density,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph graph = RandomCases.graph(nodes, density, random);
    GnnModel model = randomModel(2, random);
    int[] order = graph.nodes().toIntArray();
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
    IntList some = IntImmutableList.of(Arrays.copyOf(order, 1 + random.nextInt(nodes)));
    FeatureMatrix x = RandomCases.features(some.size(), true, random);
    ServedModel whole = GraphOwner.of(graph).serve(model);
    ServedModel part = GraphOwner.of(graph.inducedSubgraph(some)).serve(model);
    InferenceNodes ofWhole = InferenceNodes.of(some, x);
    assertClose(part.predict(InferenceNodes.of(x).query()), whole.predict(ofWhole.query()), 0);
    FeatureMatrix probe = x.edited(FeatureEdit.scaling(0, 1.5));
    assertClose(
        part.predict(InferenceNodes.of(x).queryWith(probe)),
        whole.predict(ofWhole.queryWith(probe)),
        0);
  }

  @Property(tries = 30)
  void theAttackDoesNotDependOnTheNumberOfThreads(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph graph = RandomCases.graph(40, 0.1, random);
    FeatureMatrix x = RandomCases.features(40, true, random);
    InferenceApi api = GraphOwner.of(graph).serve(randomModel(2, random));
    InferenceNodes nodes = InferenceNodes.of(x);
    double[] one = LinkTeller.builder().build().run(api, nodes, 0.1).scores().storedScores();
    double[] many =
        LinkTeller.builder().parallelism(4).build().run(api, nodes, 0.1).scores().storedScores();
    assertArrayEquals(one, many);
  }

  private static void assertClose(DMatrixRMaj expected, DMatrixRMaj actual, double tolerance) {
    double largest = Double.MIN_NORMAL;
    for (int i = 0; i < expected.getNumElements(); i++) {
      largest = Math.max(largest, Math.abs(expected.data[i]));
    }
    assertEquals(expected.numRows, actual.numRows);
    assertEquals(expected.numCols, actual.numCols);
    for (int i = 0; i < expected.getNumElements(); i++) {
      assertEquals(expected.data[i], actual.data[i], tolerance * largest);
    }
  }
}
