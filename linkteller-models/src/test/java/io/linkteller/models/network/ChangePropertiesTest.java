package io.linkteller.models.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.mlp.Mlp;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingRun;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** What holds for every architecture, however its layers follow changes and share out work. */
class ChangePropertiesTest {

  private static final double[] FACTORS = {1 + 1e-4, 1 - 1e-4, 0, 2, -3, 50, -1000};

  @Property(tries = 400)
  void changesAreThoseOfAFullPassAndExactlyZeroBeyondKHops(
      @ForAll @IntRange(min = 1, max = 20) int nodes,
      @ForAll @DoubleRange(max = 0.5) double density,
      @ForAll @IntRange(min = 1, max = 4) int depth,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph graph = RandomCases.graph(nodes, density, random);
    FeatureMatrix x = RandomCases.features(nodes, true, random);
    GnnModel<?> model = RandomCases.anyModel(depth, 0, random);
    Network served = model.on(graph, Workers.sequential());
    Network full = model.on(graph, Workers.sequential());
    DMatrixRMaj base = served.predict(x).copy();
    Network.Scratch scratch = new Network.Scratch(nodes);
    for (int v = 0; v < nodes; v++) {
      double factor = FACTORS[random.nextInt(FACTORS.length)];
      DMatrixRMaj expected = full.predict(x.withRowScaled(v, factor));
      DMatrixRMaj actual = base.copy();
      RowChanges changes = served.logitChanges(v, factor, scratch);
      int[] hops = hopsFrom(graph, v);
      for (int slot = 0; slot < changes.count(); slot++) {
        for (int c = 0; c < base.numCols; c++) {
          actual.add(changes.row(slot), c, changes.difference(slot)[c]);
          boolean far = hops[changes.row(slot)] > (model instanceof Mlp ? 0 : depth);
          if (far) {
            assertEquals(0, changes.difference(slot)[c], model + ": " + v + " with " + factor);
          }
        }
      }
      double largest =
          Math.max(CommonOps_DDRM.elementMaxAbs(expected), CommonOps_DDRM.elementMaxAbs(base));
      for (int i = 0; i < base.getNumElements(); i++) {
        assertEquals(
            expected.data[i],
            actual.data[i],
            1e-12 * largest,
            model + ": node " + v + " times " + factor);
      }
    }
  }

  private static int[] hopsFrom(Graph graph, int source) {
    int[] hops = new int[graph.nodeCount()];
    Arrays.fill(hops, Integer.MAX_VALUE);
    hops[source] = 0;
    IntArrayFIFOQueue queue = new IntArrayFIFOQueue();
    queue.enqueue(source);
    while (!queue.isEmpty()) {
      int u = queue.dequeueInt();
      for (int w : graph.neighbors(u)) {
        if (hops[w] == Integer.MAX_VALUE) {
          hops[w] = hops[u] + 1;
          queue.enqueue(w);
        }
      }
    }
    return hops;
  }

  @Property(tries = 30)
  void trainedParametersAreTheSameBitsWhateverTheNumberOfThreads(
      @ForAll @IntRange(min = 100, max = 300) int nodes,
      @ForAll @DoubleRange(max = 0.05) double density,
      @ForAll @IntRange(min = 1, max = 3) int depth,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph graph = RandomCases.graph(nodes, density, random);
    FeatureMatrix x = RandomCases.features(nodes, false, random);
    GnnModel<?> model = RandomCases.anyModel(depth, 0.3, random);
    Labels labels = RandomCases.labels(nodes, model.outputWidth(), random);
    Parameters one = train(model, graph, x, labels, 1).model().parameters();
    Parameters many = train(model, graph, x, labels, 4).model().parameters();
    for (String name : one.names()) {
      assertArrayEquals(one.get(name).data, many.get(name).data, name);
    }
  }

  private static <M extends GnnModel<M>> TrainingRun<M> train(
      GnnModel<M> model, Graph graph, FeatureMatrix x, Labels labels, int threads) {
    return Trainer.builder()
        .epochs(4)
        .weightDecay(1e-3)
        .seed(5)
        .parallelism(threads)
        .build()
        .train(model, graph, x, labels);
  }
}
