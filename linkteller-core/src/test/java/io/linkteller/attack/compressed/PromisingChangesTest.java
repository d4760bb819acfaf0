package io.linkteller.attack.compressed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.attack.compressed.PromisingChanges.Change;
import io.linkteller.graph.Graph;
import io.linkteller.parallel.Workers;
import io.linkteller.testing.RandomGraphs;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class PromisingChangesTest {

  @Property
  void promisesEqualThoseOfDenseMatrices(
      @ForAll @IntRange(min = 3, max = 12) int n, @ForAll long seed, @ForAll Propagation model) {
    NamedGraph graph = graph(n, seed, model);
    Random random = new Random(seed);
    double[][] gradient = new double[n][n];
    for (double[] row : gradient) {
      for (int u = 0; u < n; u++) {
        row[u] = random.nextGaussian();
      }
    }
    List<Change> changes =
        PromisingChanges.of(graph, gradient, 1, Integer.MAX_VALUE, Workers.of(2));
    for (Change change : changes) {
      // An end that moves to a neighbor changes the entry between the two twice.
      if (change.to() < 0 || !graph.hasEdge(change.v(), change.to())) {
        assertEquals(promise(graph, gradient, change), change.promise(), 1e-9, change::toString);
      }
    }
    for (int u = 0; u < n; u++) {
      for (int v = u + 1; v < n; v++) {
        Change pair = new Change(u, v, -1, 0);
        boolean isListed =
            changes.stream().anyMatch(c -> c.u() == pair.u() && c.v() == pair.v() && c.to() < 0);
        assertEquals(promise(graph, gradient, pair) > 0, isListed, pair::toString);
      }
    }
  }

  private static NamedGraph graph(int n, long seed, Propagation model) {
    Graph graph = RandomGraphs.uniform(n, 0.4, seed);
    return new NamedGraph(model, 1, SmallNetwork.neighbors(graph));
  }

  /** Σ Γ ΔÂ over the root of Σ ΔÂ². */
  private static double promise(NamedGraph graph, double[][] gradient, Change change) {
    int n = graph.n();
    double[] before = matrix(graph);
    double[] after = matrix(change.of(graph));
    double gain = 0;
    double size = 0;
    for (int i = 0; i < n * n; i++) {
      double difference = after[i] - before[i];
      gain += gradient[i / n][i % n] * difference;
      size += difference * difference;
    }
    return gain / Math.sqrt(size);
  }

  private static double[] matrix(NamedGraph graph) {
    int n = graph.n();
    double[] identity = new double[n * n];
    for (int v = 0; v < n; v++) {
      identity[v * n + v] = 1;
    }
    return graph.propagate(identity, n, false);
  }
}
