package io.linkteller.graph;

import static io.linkteller.testing.Refusal.assertRefusal;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.testing.RandomGraphs;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class GraphTest {

  @Property
  void aGraphContainsExactlyTheAddedEdges(
      @ForAll @IntRange(max = 30) int nodes,
      @ForAll @DoubleRange(max = 1) double density,
      @ForAll long seed) {
    boolean[][] cell = new boolean[nodes][nodes];
    List<int[]> edges = new ArrayList<>();
    Graph drawn = RandomGraphs.uniform(nodes, density, seed);
    drawn.forEachEdge((u, v) -> edges.add(new int[] {u, v}));
    Collections.shuffle(edges, new Random(seed));
    Graph.Builder builder = Graph.builder(nodes);
    for (int[] edge : edges) {
      cell[edge[0]][edge[1]] = true;
      cell[edge[1]][edge[0]] = true;
      builder.addEdge(edge[1], edge[0]);
    }
    Graph graph = builder.build();
    assertEquals(edges.size(), graph.edgeCount());
    assertEquals(drawn, graph);
    assertEquals(drawn.hashCode(), graph.hashCode());
    for (int u = 0; u < nodes; u++) {
      int previous = -1;
      for (int i = 0; i < graph.degree(u); i++) {
        assertTrue(graph.neighbor(u, i) > previous, "neighbors ascend");
        previous = graph.neighbor(u, i);
        assertEquals(previous, graph.neighbors(u).getInt(i));
      }
      for (int v = 0; v < nodes; v++) {
        assertEquals(cell[u][v], graph.hasEdge(u, v));
      }
    }
  }

  @Property
  void anInducedSubgraphContainsTheEdgesBetweenItsNodes(
      @ForAll @IntRange(min = 1, max = 25) int nodes,
      @ForAll @DoubleRange(max = 1) double density,
      @ForAll long seed) {
    Graph graph = RandomGraphs.uniform(nodes, density, seed);
    int[] order = graph.nodes().toIntArray();
    IntArrays.shuffle(order, new Random(seed));
    IntList kept = IntArrayList.wrap(order).subList(0, new Random(seed).nextInt(nodes + 1));
    Graph induced = graph.inducedSubgraph(kept);
    assertEquals(kept.size(), induced.nodeCount());
    for (int i = 0; i < kept.size(); i++) {
      for (int j = 0; j < kept.size(); j++) {
        assertEquals(graph.hasEdge(kept.getInt(i), kept.getInt(j)), induced.hasEdge(i, j));
      }
    }
  }

  @Test
  void densityIsTheFractionOfPairsThatAreEdges() {
    assertEquals(2.0 / 6, Graph.builder(4).addEdge(0, 1).addEdge(2, 3).build().density());
    assertEquals(0, Graph.empty(1).density());
    assertEquals(0, Graph.empty(0).density());
  }

  @Test
  void theMessageNamesASelfLoop() {
    assertRefused("(1, 1)", () -> Graph.builder(3).addEdge(1, 1));
  }

  @Test
  void theMessageNamesAnEdgeToANodeOutOfRange() {
    assertRefused("(1, 3)", () -> Graph.builder(3).addEdge(1, 3));
    assertRefused(() -> Graph.builder(3).addEdge(-1, 0));
    assertRefused(() -> Graph.builder(-1));
  }

  @Test
  void moreNodesThanTheMaximumAreRejected() {
    for (int n : new int[] {Graph.MAX_NODES + 1, Integer.MAX_VALUE}) {
      assertRefused("nodeCount = " + n + " is above", () -> Graph.builder(n));
      assertRefused(() -> Graph.empty(n));
    }
  }

  @Test
  void theMessageNamesARepeatedEdgeUnlessDuplicatesAreMerged() {
    Graph.Builder builder = Graph.builder(3).addEdge(0, 2).addEdge(2, 0);
    assertRefused("(0, 2)", builder::build);
    assertEquals(1, builder.mergingDuplicates().build().edgeCount());
  }

  @Test
  void nodesOutOfRangeAreRejected() {
    Graph graph = Graph.builder(2).addEdge(0, 1).build();
    assertRefused(() -> graph.degree(2));
    assertRefused(() -> graph.hasEdge(0, -1));
    assertRefused(() -> graph.neighbor(0, 1));
    assertRefused(() -> graph.inducedSubgraph(IntList.of(0, 0)));
    assertRefused(() -> graph.inducedSubgraph(IntList.of(2)));
    assertFalse(graph.hasEdge(1, 1));
  }

  @Test
  void changesToCopiedRowsDoNotAffectTheGraph() {
    Graph graph = Graph.builder(2).addEdge(0, 1).build();
    graph.copyNeighbors()[0] = 0;
    graph.copyOffsets()[1] = 0;
    assertTrue(graph.hasEdge(0, 1));
  }

  @Property
  void aDirectedGraphContainsExactlyItsArcsWithTheirWeights(
      @ForAll @IntRange(min = 1, max = 20) int nodes,
      @ForAll @DoubleRange(max = 1) double density,
      @ForAll long seed) {
    Random random = new Random(seed);
    double[][] weight = new double[nodes][nodes];
    List<int[]> arcs = new ArrayList<>();
    for (int u = 0; u < nodes; u++) {
      for (int v = 0; v < nodes; v++) {
        if (u != v && random.nextDouble() < density) {
          weight[u][v] = 1 + random.nextInt(1000);
          arcs.add(new int[] {u, v});
        }
      }
    }
    Collections.shuffle(arcs, random);
    Graph.Builder builder = Graph.builder(nodes).directed();
    arcs.forEach(arc -> builder.addEdge(arc[0], arc[1], weight[arc[0]][arc[1]]));
    Graph graph = builder.build();
    assertTrue(graph.isDirected());
    assertEquals(arcs.size(), graph.edgeCount());
    assertEquals(!arcs.isEmpty(), graph.isWeighted());
    int[] order = IntArrays.shuffle(graph.nodes().toIntArray(), random);
    Graph induced = graph.inducedSubgraph(IntArrayList.wrap(order, (nodes + 1) / 2));
    for (int v = 0; v < nodes; v++) {
      for (int i = 0; i < graph.degree(v); i++) {
        assertEquals(weight[graph.neighbor(v, i)][v], graph.weight(v, i));
      }
      for (int u = 0; u < nodes; u++) {
        assertEquals(weight[u][v] > 0, graph.hasEdge(u, v));
        assertEquals(weight[u][v] + weight[v][u] > 0, graph.simple().hasEdge(u, v));
      }
    }
    for (int v = 0; v < induced.nodeCount(); v++) {
      for (int i = 0; i < induced.degree(v); i++) {
        assertEquals(weight[order[induced.neighbor(v, i)]][order[v]], induced.weight(v, i));
      }
      for (int u = 0; u < induced.nodeCount(); u++) {
        assertEquals(weight[order[u]][order[v]] > 0, induced.hasEdge(u, v));
      }
    }
  }

  @Test
  void requiringASimpleGraphRefusesOthers() {
    Graph simple = Graph.builder(2).addEdge(0, 1).build();
    assertEquals(simple, simple.requireSimple("EdgeRand"));
    Graph arc = Graph.builder(2).directed().addEdge(1, 0).build();
    assertRefusal(
        "EdgeRand supports only undirected graphs without weights, but this one is directed; if"
            + " the model has the same restriction, read the graph without directions"
            + " (direction(UNDIRECTED) repeated(ONCE))",
        () -> arc.requireSimple("EdgeRand"));
    Graph weighted = Graph.builder(2).addEdge(0, 1, 0.5).build();
    assertRefused(() -> weighted.requireSimple("EdgeRand"));
    assertRefused(() -> weighted.requireUnweighted("GAT"));
    assertEquals(0.5, weighted.weight(1, 0));
    assertEquals(simple, weighted.simple());
    assertEquals(simple, arc.simple());
    assertFalse(arc.hasEdge(0, 1));
  }

  @Test
  void weightsMustBeFiniteNonNegativeAndGivenForAllEdgesOrNone() {
    assertRefused(() -> Graph.builder(2).addEdge(0, 1, Double.NaN));
    assertRefused(() -> Graph.builder(2).addEdge(0, 1, -1));
    Graph.Builder half = Graph.builder(3).addEdge(0, 1, 2).addEdge(1, 2);
    assertRefused(half::build);
    Graph.Builder twice = Graph.builder(2).mergingDuplicates().addEdge(0, 1, 2).addEdge(1, 0, 2);
    assertRefused(twice::build);
    Graph.Builder late = Graph.builder(2).addEdge(0, 1);
    assertThrows(IllegalStateException.class, late::directed);
  }

  @Test
  void relationsAreKeptApartAndCountAsOneGraph() {
    Graph follows = Graph.builder(4).directed().addEdge(0, 1).addEdge(2, 3).build();
    Graph pays = Graph.builder(4).directed().addEdge(0, 1, 2.5).addEdge(1, 0, 1).build();
    Graph both = Graph.ofRelations(List.of(follows, pays));
    assertEquals(
        Graph.builder(4).directed().addEdge(0, 1).addEdge(1, 0).addEdge(2, 3).build(),
        withoutRelations(both));
    assertEquals(List.of(follows, pays), both.relations());
    assertEquals("Graph[nodes = 4, arcs = 3, relations = 2]", both.toString());
    Graph part = both.inducedSubgraph(IntList.of(1, 0));
    assertEquals(2, part.edgeCount());
    assertEquals(1, part.relations().get(0).edgeCount());
    assertEquals(2.5, part.relations().get(1).weight(0, 0));
    assertEquals(2, both.simple().edgeCount());
    assertTrue(both.simple().relations().isEmpty());
    assertRefused(() -> both.requireSimple("EdgeRand"));
    assertRefused(() -> both.requireUnweighted("EdgeRand"));
    assertRefused(() -> Graph.ofRelations(List.of(both)));
    assertRefused(() -> Graph.ofRelations(List.of()));
    assertRefused(() -> Graph.ofRelations(List.of(follows, follows.simple())));
    Graph named = both.withRelationNames(List.of("follows", "pays"));
    assertEquals(both, named);
    assertEquals(List.of(), both.relationNames());
    assertEquals(List.of("follows", "pays"), named.inducedSubgraph(IntList.of(1)).relationNames());
    assertRefused(() -> both.withRelationNames(List.of("follows")));
  }

  private static Graph withoutRelations(Graph graph) {
    Graph.Builder arcs = Graph.builder(graph.nodeCount()).directed();
    graph.forEachEdge(arcs::addEdge);
    return arcs.build();
  }
}
