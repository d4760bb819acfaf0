package io.linkteller.dp;

import io.linkteller.graph.Graph;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;

/**
 * A process of its own with little memory: perturbs a graph of the size of Twitch's German network
 * at budgets at which results fit, do not fit, and nearly fit. Ends with 0 and says how often which
 * happened, or with an error.
 */
final class SmallHeap {

  private static final int NODES = 9_500;
  private static final int EDGES = 150_000;

  private SmallHeap() {}

  public static void main(String[] args) {
    SplittableRandom random = new SplittableRandom(10);
    Graph.Builder builder = Graph.builder(NODES).mergingDuplicates();
    for (int i = 0; i < EDGES; i++) {
      int u = random.nextInt(NODES);
      int v = random.nextInt(NODES - 1);
      builder.addEdge(u, v < u ? v : v + 1);
    }
    Graph graph = builder.build();
    StringBuilder report = new StringBuilder("swept");
    sweep("EdgeRand", EdgeRand::withEpsilon, graph, 1, report);
    // The others return many edges only where the number of edges is hardly known.
    sweep("LapGraph", LapGraph::withEpsilon, graph, 1e-6, report);
    sweep("ARR", AsymmetricRandomizedResponse::withEpsilon, graph, 1e-6, report);
    sweep("TopMFilter", TopMFilter::withEpsilon, graph, 1e-6, report);
    System.out.println(report);
  }

  private static void sweep(
      String name,
      DoubleFunction<GraphMechanism> mechanism,
      Graph graph,
      double scale,
      StringBuilder report) {
    int fitted = 0;
    int refused = 0;
    for (int i = 10; i <= 60; i += 2) {
      try {
        Graph perturbed = mechanism.apply(i * 0.1 * scale).perturb(graph).graph();
        fitted += perturbed.nodeCount() == NODES ? 1 : 0;
      } catch (IllegalArgumentException refusal) {
        // Where the expected number is just below the limit, the drawn one may be above it.
        String message = String.valueOf(refusal.getMessage());
        if (!message.contains("is expected to return") && !message.contains("has more than")) {
          throw refusal;
        }
        refused++;
      }
    }
    report.append(String.join(" ", List.of("", name, fitted + "+" + refused)));
  }
}
