package io.linkteller.attack.compressed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.attack.spectral.Propagation;
import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SparseRootTest {

  private static NamedGraph empty(int n) {
    return new NamedGraph(Propagation.AUGMENTED, 2, new int[n][0]);
  }

  /** Each new node is joined to two earlier ones, popular ones first; the last ten to none. */
  private static NamedGraph withHubs(int n, Random random) {
    NamedGraph graph = empty(n);
    List<Integer> ends = new ArrayList<>(List.of(0));
    for (int v = 1; v < n - 10; v++) {
      for (int i = 0; i < 2; i++) {
        int u = ends.get(random.nextInt(ends.size()));
        if (u != v && !graph.hasEdge(v, u)) {
          graph = graph.toggled(v, u);
          ends.addAll(List.of(u, v));
        }
      }
    }
    return graph;
  }

  private static NamedGraph grid(int side) {
    NamedGraph graph = empty(side * side);
    for (int v = 0; v < side * side; v++) {
      graph = (v + 1) % side == 0 ? graph : graph.toggled(v, v + 1);
      graph = v + side >= side * side ? graph : graph.toggled(v, v + side);
    }
    return graph;
  }

  private static Columns asked(NamedGraph graph, int count, Random random) {
    List<Columns.Column> columns = new ArrayList<>();
    for (int j = 0; j < count; j++) {
      double[] r = new double[graph.n()];
      Arrays.setAll(r, v -> random.nextBoolean() ? 1 : -1);
      columns.add(new Columns.Column(r, new double[graph.n()], 1e-12));
    }
    Columns moves = Columns.of(graph.n(), 1, columns, Coupling.none(graph.n()));
    return new Columns(graph.n(), count, 1, moves.r(), graph.power(moves), 1e-12, moves.coupling());
  }

  /** M, with entries between different nodes off by a share of their size in the mean. */
  private static double[] influences(NamedGraph graph, double off, Random random) {
    int n = graph.n();
    double[] identity = new double[n * n];
    for (int v = 0; v < n; v++) {
      identity[v * n + v] = 1;
    }
    double[] m = graph.propagate(graph.propagate(identity, n, false), n, false);
    for (int v = 0; v < n; v++) {
      for (int u = v + 1; u < n; u++) {
        m[v * n + u] *= Math.max(0, 1 + off * random.nextGaussian());
        m[u * n + v] = m[v * n + u];
      }
    }
    return m;
  }

  private static double[] sums(NamedGraph graph) {
    double[] ones = new double[graph.n()];
    Arrays.fill(ones, 1);
    return graph.propagate(graph.propagate(ones, 1, false), 1, false);
  }

  private static int wrongPairs(NamedGraph truth, NamedGraph found) {
    int wrong = 0;
    for (int v = 0; v < truth.n(); v++) {
      for (int u = v + 1; u < truth.n(); u++) {
        wrong += truth.hasEdge(v, u) == found.hasEdge(v, u) ? 0 : 1;
      }
    }
    return wrong;
  }

  @Property(tries = 3, seed = "31")
  void aGraphIsReadFromInfluencesThatAreAFifthOffWithFewerAnswersThanNodes(
      @ForAll @IntRange(max = 1_000_000) int seed) {
    Random random = new Random(seed);
    NamedGraph graph = withHubs(100, random);
    Columns columns = asked(graph, 60, random);
    NamedGraph rough =
        SparseRoot.read(
            influences(graph, 0.2, random), sums(graph), false, columns, Workers.sequential());
    NamedGraph repaired = GraphRepair.repair(rough, columns, Workers.sequential());
    assertEquals(0, wrongPairs(graph, repaired));
  }

  /** Many eigenvalues of a grid are equal, so that the signs of a spectral root are not found. */
  @Test
  void aGridIsReadFromExactInfluences() {
    Random random = new Random(3);
    NamedGraph graph = grid(12);
    NamedGraph read =
        SparseRoot.read(
            influences(graph, 0, random),
            sums(graph),
            true,
            asked(graph, 50, random),
            Workers.sequential());
    assertEquals(0, wrongPairs(graph, read));
  }
}
