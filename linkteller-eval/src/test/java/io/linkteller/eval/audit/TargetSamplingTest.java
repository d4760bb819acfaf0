package io.linkteller.eval.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.testing.Thorough;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetSamplingTest {

  private static final int NODES = 600;
  private static final double TAIL = 0.025;

  /** A graph with hubs, and an attack that finds most edges of some nodes and few of others. */
  private static final class Population {

    final Graph graph;
    final double[][] scores = new double[NODES][NODES];
    final double recall;

    Population(boolean hubs, double leaking, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double[] weights = new double[NODES];
      for (int v = 0; v < NODES; v++) {
        weights[v] = hubs ? 1 / (1 + v / 20.0) : 1;
      }
      double total = Arrays.stream(weights).sum();
      boolean[] leaks = new boolean[NODES];
      Graph.Builder edges = Graph.builder(NODES);
      for (int v = 0; v < NODES; v++) {
        leaks[v] = random.nextDouble() < leaking;
      }
      for (int u = 0; u < NODES; u++) {
        for (int v = u + 1; v < NODES; v++) {
          boolean edge =
              random.nextDouble()
                  < Math.min(1, 9 * NODES * weights[u] * weights[v] / total / total);
          if (edge) {
            edges.addEdge(u, v);
          }
          double share = (leaks[u] ? 0.48 : 0.02) + (leaks[v] ? 0.48 : 0.02);
          boolean found = edge && random.nextDouble() < share;
          // Pairs of nodes that leak nothing are wrongly predicted more often than others.
          scores[u][v] = random.nextDouble() * (leaks[u] ? 1 : 1.5) + (found ? 1.2 : 0);
        }
      }
      graph = edges.build();
      int[] all = new int[NODES];
      Arrays.setAll(all, v -> v);
      recall = Named.of(this, all).sampling.found(Named.of(this, all).pairs).recall();
    }
  }

  /** The pairs that the attack predicts among some nodes, as many as there are edges. */
  @SuppressWarnings("ArrayRecordComponent") // Read once, never compared.
  private record Named(TargetSampling sampling, long[] pairs, double margin) {

    static Named of(Population population, int[] nodes) {
      Graph truth = population.graph.inducedSubgraph(new IntArrayList(nodes));
      int n = nodes.length;
      long[] ranked = new long[(int) NodePairs.count(n)];
      double[] scores = new double[ranked.length];
      int at = 0;
      for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
          scores[at++] =
              population.scores[Math.min(nodes[i], nodes[j])][Math.max(nodes[i], nodes[j])];
        }
      }
      double[] sorted = scores.clone();
      Arrays.sort(sorted);
      int m = truth.edgeCount();
      double least = sorted[sorted.length - m];
      double from = sorted[sorted.length - m / 2];
      double to = sorted[sorted.length - m - m / 2];
      int count = 0;
      int edges = 0;
      int near = 0;
      at = 0;
      for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++, at++) {
          if (scores[at] >= least) {
            ranked[count++] = NodePairs.pack(i, j);
          }
          if (scores[at] >= to && scores[at] < from) {
            near++;
            edges += truth.hasEdge(i, j) ? 1 : 0;
          }
        }
      }
      return new Named(
          new TargetSampling(population.graph, new IntArrayList(nodes)),
          Arrays.copyOf(ranked, count),
          edges / (double) Math.max(1, near));
    }
  }

  private static int[] sample(int size, SplittableRandom random) {
    int[] nodes = new int[NODES];
    Arrays.setAll(nodes, v -> v);
    for (int i = 0; i < size; i++) {
      int other = random.nextInt(i, NODES);
      int node = nodes[other];
      nodes[other] = nodes[i];
      nodes[i] = node;
    }
    return Arrays.copyOf(nodes, size);
  }

  /**
   * Each end may miss the recall of the whole graph in a few samples. At the nominal 2.5 %, each
   * case fails falsely with probability at most 1e-6; an end that misses 15 % is detected in 300
   * samples with probability above 0.99.
   */
  @ParameterizedTest
  @CsvSource({"true, 0.5, 120", "true, 0.2, 90"})
  void eachEndIsValidInNearlyAllSamples(boolean hubs, double leaking, int size) {
    int samples = Thorough.size(300, 1_000);
    Population population = new Population(hubs, leaking, 11);
    SplittableRandom random = new SplittableRandom(12);
    int below = 0;
    int above = 0;
    for (int s = 0; s < samples; s++) {
      Named named = Named.of(population, sample(size, random));
      SampledShare recall = named.sampling.recallAtTrueCount(named.pairs, named.margin);
      below += recall.high(TAIL) < population.recall ? 1 : 0;
      above += recall.low(TAIL) > population.recall ? 1 : 0;
    }
    int most = maxMisses(samples);
    assertTrue(
        below <= most && above <= most,
        below + " below, " + above + " above, of at most " + most + " for " + population.recall);
  }

  private static int maxMisses(int samples) {
    BinomialDistribution misses = new BinomialDistribution(null, samples, TAIL);
    int most = 0;
    while (misses.cumulativeProbability(most) < 1 - 1e-6) {
      most++;
    }
    return most;
  }

  @Test
  void thereIsNoSamplingErrorIfAllNodesAreTargets() {
    Population population = new Population(true, 0.5, 11);
    int[] all = new int[NODES];
    Arrays.setAll(all, v -> v);
    Named named = Named.of(population, all);
    SampledShare recall = named.sampling.recallAtTrueCount(named.pairs, named.margin);
    assertEquals(
        new ConfidenceInterval(population.recall, population.recall, 0.95),
        recall.interval(0.95, 100));
    assertEquals(0, named.sampling.none().high(TAIL));
  }

  @Test
  void theUpperEndIsOneIfEveryEdgeOfASampleIsFound() {
    Graph graph = Graph.builder(100).addEdge(0, 1).addEdge(2, 3).build();
    TargetSampling sampling = new TargetSampling(graph, IntList.of(0, 1, 2, 3));
    long[] named = {NodePairs.pack(0, 1), NodePairs.pack(2, 3)};
    assertEquals(1, sampling.recallAtTrueCount(named, 0).high(TAIL));
    assertTrue(sampling.recallAtTrueCount(named, 0).low(TAIL) < 0.3);
    // Two edges prove little: even if neither is found, the recall may be 0.8.
    assertTrue(sampling.none().high(TAIL) > 0.8);
  }

  /**
   * Only the edges of eight hubs leak, so nothing is found in samples without a hub. The upper end
   * misses the recall in at most 2.5 % of the samples; P(more than these) < 1e-6.
   */
  @Test
  void unsampledHubsAreNotAssumedSafe() {
    int hubs = 8;
    int nodes = 400;
    SplittableRandom random = new SplittableRandom(3);
    Graph.Builder edges = Graph.builder(nodes);
    for (int hub = 0; hub < hubs; hub++) {
      for (int v = hubs; v < nodes; v++) {
        if (random.nextDouble() < 60.0 / nodes) {
          edges.addEdge(hub, v);
        }
      }
    }
    for (int u = hubs; u < nodes; u++) {
      for (int v = u + 1; v < nodes; v++) {
        if (random.nextDouble() < 2.8 / nodes) {
          edges.addEdge(u, v);
        }
      }
    }
    Graph graph = edges.build();
    int[] leaking = {0};
    graph.forEachEdge((u, v) -> leaking[0] += Math.min(u, v) < hubs ? 1 : 0);
    double recall = leaking[0] / (double) graph.edgeCount();
    int missed = 0;
    for (int s = 0; s < 200; s++) {
      int[] drawn = new int[nodes];
      Arrays.setAll(drawn, v -> v);
      IntArrays.shuffle(drawn, new Random(s));
      IntArrayList targets = new IntArrayList(drawn);
      targets.size(60);
      LongArrayList found = new LongArrayList();
      graph
          .inducedSubgraph(targets)
          .forEachEdge(
              (i, j) -> {
                if (Math.min(targets.getInt(i), targets.getInt(j)) < hubs) {
                  found.add(NodePairs.pack(i, j));
                }
              });
      TargetSampling sampling = new TargetSampling(graph, targets);
      missed += sampling.recall(found.toLongArray(), 0).high(TAIL) < recall ? 1 : 0;
    }
    int misses = missed;
    assertTrue(misses <= maxMisses(200), () -> misses + " of 200 for " + recall);
  }

  @Test
  void choosingAmongMoreSharesWidensTheInterval() {
    SampledShare share = new SampledShare(0.4, 80, 20, 10, 0);
    ConfidenceInterval one = share.interval(0.95, 1);
    ConfidenceInterval hundred = share.interval(0.95, 100);
    assertTrue(hundred.low() < one.low() && one.high() < hundred.high());
  }
}
