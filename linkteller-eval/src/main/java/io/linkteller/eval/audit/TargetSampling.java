package io.linkteller.eval.audit;

import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import java.util.Arrays;

/**
 * The sampling error of recall and precision if targets are a random sample of nodes. Pairs of
 * sampled nodes are not independent draws, because edges share nodes. Each of the N nodes is among
 * the n sampled ones with probability p = n/N, and the variance of a sum over pairs of sampled
 * nodes follows from the probabilities that an edge (p²) and that two edges with a common node (p³)
 * are in the sample.
 *
 * <p>Let x_ij be the influence of the pair ij on the share, and g_i the sum of x_ij over j. The
 * estimated variance of the sum is then (1 - p²) Σ x_ij² + (1 - p) (Σ g_i² - 2 Σ x_ij²). It is 0 if
 * all nodes are targets. The second term, the covariances of edges with a common node, is omitted
 * if it is negative. On a directed graph, x_ij is the sum over the two arcs, which are in the
 * sample together.
 *
 * <p>This estimate does not cover hubs that are not in the sample. For a recall, edges at nodes
 * with more edges than any target count as found at the upper end and as missed at the lower end.
 */
final class TargetSampling {

  private final Graph truth;
  private final double p;
  private final double unseen;

  /** The design effect if either all edges of a node or none of them were found. */
  private final double worst;

  /**
   * Prepares the estimates for an audit.
   *
   * @param graph the true graph, of whose N nodes the targets are a sample
   * @param targets the n targets, between which there is at least one edge
   */
  TargetSampling(Graph graph, IntList targets) {
    this.truth = graph.inducedSubgraph(targets);
    this.p = truth.nodeCount() / (double) graph.nodeCount();
    this.unseen = unseen(graph, targets);
    this.worst = worst();
  }

  private static double unseen(Graph graph, IntList targets) {
    int[] degrees = new int[graph.nodeCount()];
    graph.forEachEdge(
        (u, v) -> {
          degrees[u]++;
          degrees[v]++;
        });
    int most = targets.intStream().map(v -> degrees[v]).max().orElse(0);
    long[] edges = {0};
    graph.forEachEdge((u, v) -> edges[0] += Math.max(degrees[u], degrees[v]) > most ? 1 : 0);
    return edges[0] / (double) graph.edgeCount();
  }

  private double worst() {
    double[] degrees = new double[truth.nodeCount()];
    double[] squares = {0};
    truth.forEachEdge(
        (i, j) -> {
          degrees[i]++;
          degrees[j]++;
          // A pair with both arcs has x_ij = 2, whose square is counted in two halves.
          squares[0] += truth.isDirected() && truth.hasEdge(j, i) ? 2 : 1;
        });
    double ofNodes = Arrays.stream(degrees).map(degree -> degree * degree).sum();
    return (squares[0] + Math.max(0, ofNodes - 2 * squares[0]) / (1 + p)) / truth.edgeCount();
  }

  /** Returns a recall of 0, the lowest that could have been measured. */
  SampledShare none() {
    return p == 1 ? SampledShare.exactly(0) : unspread(0, truth.edgeCount(), unseen);
  }

  /**
   * Returns the recall of an attack that predicts as many pairs as there are edges.
   *
   * @param predicted the predicted pairs, as positions of targets
   * @param margin ρ, the share of edges among pairs ranked around the last predicted pair
   */
  SampledShare recallAtTrueCount(long[] predicted, double margin) {
    double recall = found(predicted).recall();
    // The number of predicted pairs follows the number of edges, so one more edge means one more
    // prediction.
    return share(predicted, recall, truth.edgeCount(), margin, recall - margin, 0, unseen);
  }

  /** Returns the recall of an attack with a fixed belief. */
  SampledShare recall(long[] predicted, double margin) {
    double recall = found(predicted).recall();
    return share(predicted, recall, truth.edgeCount(), margin, recall, -margin, unseen);
  }

  /** Returns the precision of an attack with a fixed belief; 0 if it predicts no pair. */
  SampledShare precision(long[] predicted, double margin) {
    if (predicted.length == 0) {
      return SampledShare.exactly(0);
    }
    double precision = found(predicted).precision();
    return share(predicted, precision, predicted.length, margin, 0, precision - margin, 0);
  }

  /** Counts the edges among predicted pairs. */
  EdgeMetrics found(long[] predicted) {
    long hits = 0;
    for (long pair : predicted) {
      hits += PredictedArcs.isEdge(truth, pair) ? 1 : 0;
    }
    return new EdgeMetrics(hits, predicted.length, truth.edgeCount());
  }

  /**
   * Returns a share hits/whole with the influences x_ij = [edge, predicted] - ρ [predicted] - a
   * [edge] - b k̂. The term with ρ accounts for the shift of the score above which pairs are
   * predicted.
   *
   * @param perEdge a
   * @param perPair b
   * @param hidden the share of the whole about which the sample gives no information
   */
  private SampledShare share(
      long[] predicted,
      double value,
      double whole,
      double margin,
      double perEdge,
      double perPair,
      double hidden) {
    if (p == 1) {
      return SampledShare.exactly(value);
    }
    int n = truth.nodeCount();
    double constant = perPair * predicted.length / NodePairs.count(n);
    // Every pair has the constant; edges and predicted pairs add these numbers to it.
    Long2DoubleOpenHashMap added = new Long2DoubleOpenHashMap();
    truth.forEachEdge((i, j) -> added.addTo(unordered(i, j), -perEdge));
    for (long pair : predicted) {
      int i = NodePairs.first(pair);
      int j = NodePairs.second(pair);
      added.addTo(unordered(i, j), (truth.hasEdge(i, j) ? 1 : 0) - margin);
    }
    // Sorted, so that sums do not depend on the order of a hash table.
    long[] pairs = added.keySet().toLongArray();
    Arrays.sort(pairs);
    double[] sums = new double[n];
    double squares = NodePairs.count(n) * constant * constant;
    for (long pair : pairs) {
      double x = added.get(pair) - constant;
      sums[NodePairs.first(pair)] += added.get(pair);
      sums[NodePairs.second(pair)] += added.get(pair);
      squares += x * x - constant * constant;
    }
    double ofNodes = 0;
    double fourth = 0;
    for (double sum : sums) {
      double g = sum - (n - 1) * constant;
      ofNodes += g * g;
      fourth += g * g * g * g;
    }
    double independent = (1 - p * p) * squares;
    double hits = value * whole;
    double least = Math.min(hits, whole - hits);
    if (least < 0.5 || independent == 0) {
      return unspread(value, whole, hidden);
    }
    double effect = 1 + (1 - p) * Math.max(0, ofNodes - 2 * squares) / independent;
    // A few hits or misses do not show how strongly those of one node are correlated.
    effect = Math.max(effect, (least * effect + worst) / (least + 1));
    double draws = value * (1 - value) * whole * whole / independent / effect;
    return new SampledShare(
        value, draws, Math.max(1, ofNodes * ofNodes / fourth), whole / (1 - p * p) / worst, hidden);
  }

  private static long unordered(int i, int j) {
    return NodePairs.pack(Math.min(i, j), Math.max(i, j));
  }

  /**
   * Returns a share of 0 or 1, which does not show how strongly hits of one node are correlated.
   */
  private SampledShare unspread(double value, double whole, double hidden) {
    double draws = whole / (1 - p * p) / worst;
    return new SampledShare(value, draws, Double.POSITIVE_INFINITY, draws, hidden);
  }
}
