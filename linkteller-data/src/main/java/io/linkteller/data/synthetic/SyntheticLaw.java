package io.linkteller.data.synthetic;

import io.linkteller.data.Dataset;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Draws from the law that {@link SyntheticDataset} describes, whose builder validates the
 * parameters.
 *
 * @param nodes n
 * @param classes c
 * @param edges E
 * @param edgesWithin the number of edges within classes
 * @param degreeExponent γ
 * @param featureColumns d
 * @param featuresPerNode f
 * @param classSignal s
 * @param directed whether edges are arcs
 * @param weighted whether edges have weights
 * @param relations R, or 0 if edges have no types
 */
record SyntheticLaw(
    int nodes,
    int classes,
    int edges,
    int edgesWithin,
    double degreeExponent,
    int featureColumns,
    double featuresPerNode,
    double classSignal,
    boolean directed,
    boolean weighted,
    int relations) {

  /** Draws a data set. Equal seeds produce equal data sets. */
  Dataset draw(String name, long seed) {
    SplittableRandom root = new SplittableRandom(seed);
    // Each part has its own source of randomness, so changing the features does not change the
    // graph.
    SplittableRandom classSource = root.split();
    SplittableRandom edgeSource = root.split();
    SplittableRandom featureSource = root.split();

    int[] nodeAt = permutation(classSource);
    int[] classOf = new int[nodes];
    for (int label = 0; label < classes; label++) {
      for (int place = start(label); place < start(label + 1); place++) {
        classOf[nodeAt[place]] = label;
      }
    }
    double[][] votes = new double[nodes][directed || weighted || relations > 0 ? classes : 0];
    Graph graph = drawEdges(nodeAt, classOf, edgeSource, root.split(), votes);
    SparseFeatures features = drawFeatures(classOf, featureSource);
    for (int node = 0; node < nodes; node++) {
      for (int label = 0; label < votes[node].length; label++) {
        classOf[node] = votes[node][label] > votes[node][classOf[node]] ? label : classOf[node];
      }
    }
    Labels labels = Labels.single(classOf, classes);
    return new Dataset(name, graph, features, labels);
  }

  /** Returns the index of the first node of a class among all nodes ordered by class. */
  private int start(int label) {
    return start(label, nodes, classes);
  }

  /** Returns the start of the block of a class when a total is divided among the classes. */
  static int start(int label, int total, int classes) {
    return (int) ((long) label * total / classes);
  }

  private int[] permutation(SplittableRandom random) {
    int[] order = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      int j = (int) (uniform(random) * (i + 1));
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  private Graph drawEdges(
      int[] nodeAt,
      int[] classOf,
      SplittableRandom random,
      SplittableRandom kinds,
      double[][] votes) {
    WeightedPlaces places = new WeightedPlaces(drawWeights(random));
    LongOpenHashSet seen = new LongOpenHashSet(edges);
    List<Graph.Builder> graphs =
        Stream.generate(() -> Graph.builder(nodes))
            .limit(Math.max(1, relations))
            .map(graph -> directed ? graph.directed() : graph)
            .toList();
    while (seen.size() < edges) {
      boolean within = seen.size() < edgesWithin;
      int u = places.draw(0, nodes, uniform(random));
      int label = classOf[nodeAt[u]];
      int from = start(label);
      int to = start(label + 1);
      int v;
      if (within) {
        v = places.draw(from, to, uniform(random));
      } else {
        do {
          v = places.draw(0, nodes, uniform(random));
        } while (v >= from && v < to);
      }
      int source = directed ? nodeAt[u] : Math.min(nodeAt[u], nodeAt[v]);
      int target = directed ? nodeAt[v] : Math.max(nodeAt[u], nodeAt[v]);
      if (source != target && seen.add(NodePairs.pack(source, target))) {
        int relation = relations > 0 ? (int) (uniform(kinds) * relations) : 0;
        double root = weighted ? StrictMath.log1p(-uniform(kinds)) : 1;
        double weight = root * root;
        if (weighted) {
          graphs.get(relation).addEdge(source, target, weight);
        } else {
          graphs.get(relation).addEdge(source, target);
        }
        vote(votes[target], classOf[source] + relation, weight);
        if (!directed) {
          vote(votes[source], classOf[target] + relation, weight);
        }
      }
    }
    List<Graph> built = graphs.stream().map(Graph.Builder::build).toList();
    return relations > 0 ? Graph.ofRelations(built) : built.get(0);
  }

  private static void vote(double[] votes, int label, double weight) {
    if (votes.length > 0) {
      votes[label % votes.length] += weight;
    }
  }

  private double[] drawWeights(SplittableRandom random) {
    double[] weights = new double[nodes];
    double slope = degreeExponent - 1;
    double mean = Double.isInfinite(slope) ? 1 : slope / (slope - 1);
    double cutoff = Math.max(1, nodes * mean / Math.sqrt(2.0 * Math.max(1, edges)));
    double tail = StrictMath.pow(cutoff, -slope);
    for (int place = 0; place < nodes; place++) {
      double survival = 1 - uniform(random) * (1 - tail);
      weights[place] = StrictMath.pow(survival, -1 / slope);
    }
    return weights;
  }

  private SparseFeatures drawFeatures(int[] classOf, SplittableRandom random) {
    double elsewhere = (1 - classSignal) * featuresPerNode / featureColumns;
    int[][] columnsOfNode = new int[nodes][];
    IntArrayList columns = new IntArrayList();
    for (int node = 0; node < nodes; node++) {
      int from = start(classOf[node], featureColumns, classes);
      int to = start(classOf[node] + 1, featureColumns, classes);
      double own = elsewhere + classSignal * featuresPerNode / (to - from);
      columns.clear();
      appendOnes(0, from, elsewhere, random, columns);
      appendOnes(from, to, own, random, columns);
      appendOnes(to, featureColumns, elsewhere, random, columns);
      columnsOfNode[node] = columns.toIntArray();
    }
    return SparseFeatures.ofOnes(featureColumns, columnsOfNode);
  }

  /**
   * Appends the columns that are 1. Skips between them have a geometric distribution, so the time
   * is proportional to the number of ones.
   */
  private static void appendOnes(
      int from, int to, double probability, SplittableRandom random, IntArrayList columns) {
    if (probability <= 0) {
      return;
    }
    double logMiss = StrictMath.log1p(-Math.min(1, probability));
    int column = from;
    while (column < to) {
      double skip = Math.floor(StrictMath.log1p(-uniform(random)) / logMiss);
      if (skip >= to - column) {
        return;
      }
      column += (int) skip;
      columns.add(column++);
    }
  }

  /** Returns a number that is uniform on [0, 1), from the highest 53 of 64 bits. */
  private static double uniform(SplittableRandom random) {
    return (random.nextLong() >>> 11) * 0x1p-53;
  }
}
