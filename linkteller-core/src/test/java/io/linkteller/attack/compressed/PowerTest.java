package io.linkteller.attack.compressed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.linkteller.graph.Graph;
import io.linkteller.testing.RandomGraphs;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class PowerTest {

  @Property
  void edgeChangesYieldThePowerOfTheChangedGraph(
      @ForAll @IntRange(min = 3, max = 20) int n,
      @ForAll @IntRange(min = 1, max = 3) int depth,
      @ForAll long seed,
      @ForAll Propagation model) {
    Random random = new Random(seed);
    Graph drawn = RandomGraphs.uniform(n, 0.3, seed);
    NamedGraph graph = new NamedGraph(model, depth, SmallNetwork.neighbors(drawn));
    double[] r = random.doubles(3L * n).toArray();
    Columns columns = new Columns(n, 3, 1, r, r, 0, Coupling.none(n));

    Power power = Power.of(graph, columns);
    assertArrayEquals(graph.power(columns), power.entries(), 0);
    for (int changes = 0; changes < 5; changes++) {
      int[] nodes = random.ints(0, n).distinct().limit(3).toArray();
      int to = random.nextBoolean() ? nodes[2] : -1;
      var change = new PromisingChanges.Change(nodes[0], nodes[1], to, 0);
      graph = change.of(graph);
      power = power.changed(graph, change.ends());
      double size = Math.pow(n, depth);
      assertArrayEquals(graph.power(columns), power.entries(), 1e-14 * size);
    }
  }
}
