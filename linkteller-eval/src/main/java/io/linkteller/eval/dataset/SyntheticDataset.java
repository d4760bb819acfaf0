package io.linkteller.eval.dataset;

import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.SingleLabels;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A law from which graphs with features and labels are drawn: the degree-corrected stochastic block
 * model of B. Karrer, M. E. J. Newman, "Stochastic blockmodels and community structure in
 * networks", Physical Review E 83, 2011, given its number of edges, with sparse binary features
 * that tell of the class.
 *
 * <pre>{@code
 * SyntheticDataset law = SyntheticDataset.builder().nodes(2000).homophily(0.8).build();
 * InductivePair pair = law.generatePair("synthetic", 42);
 * }</pre>
 *
 * <p>The law of n nodes, c classes, E edges, homophily h, degree exponent γ, d features of which a
 * node has f on average, and class signal s:
 *
 * <ul>
 *   <li><b>Classes.</b> Class sizes are n/c rounded down or up; which nodes are in which is
 *       uniform.
 *   <li><b>Degrees.</b> Every node has a weight θ ≥ 1 of density proportional to θ<sup>-γ</sup>,
 *       cut off where the expected degree would exceed √(2E) (beyond it a simple graph cannot give
 *       a node what it is due). Infinite γ makes all weights equal.
 *   <li><b>Edges.</b> round(hE) edges join nodes of one class, the others nodes of two. One after
 *       the other, an edge takes its first node in proportion to θ among all nodes, its second in
 *       proportion to θ among the nodes of the same class, or of all others; an edge that is there
 *       already and a self-loop are drawn anew. The graph is simple and has exactly E edges.
 *   <li><b>Features.</b> The d columns fall into c consecutive blocks of d/c columns, one a class.
 *       All cells are independent; a cell is 1 with probability (1 - s) f/d, plus s f/b in the b
 *       columns of the node's own class. So a node has f features on average, s of them owed to its
 *       class. Which columns speak for which class does not depend on the seed: data sets of one
 *       law can be trained on and attacked across.
 * </ul>
 *
 * <p>Generating takes O(n + E + n f) expected time. The outcome is a function of the law and the
 * seed alone: all randomness is the 64-bit output of {@link SplittableRandom}, all logarithms and
 * powers those of {@link StrictMath}.
 */
public final class SyntheticDataset {

  /** More than this share of all pairs would make edges collide too often. */
  private static final double MAX_FILL = 0.25;

  /** As many as a graph holds. */
  private static final int MAX_EDGES = (1 << 30) - 1;

  private final int nodes;
  private final int classes;
  private final int edges;
  private final int edgesWithin;
  private final double degreeExponent;
  private final int featureColumns;
  private final double featuresPerNode;
  private final double classSignal;

  private SyntheticDataset(Builder builder, int edges, int edgesWithin) {
    this.nodes = builder.nodes;
    this.classes = builder.classes;
    this.edges = edges;
    this.edgesWithin = edgesWithin;
    this.degreeExponent = builder.degreeExponent;
    this.featureColumns = builder.featureColumns;
    this.featuresPerNode = builder.featuresPerNode;
    this.classSignal = builder.classSignal;
  }

  /**
   * Starts from 2,000 nodes in 2 classes, average degree 10, homophily 0.8, degree exponent 2.5,
   * 500 features of which a node has 20, class signal 0.3.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns a law with the size of Flickr in the paper: 89,250 nodes, 449,878 edges, 500 features,
   * 7 classes. Everything else is chosen here, not fitted to Flickr.
   *
   * @return the law
   */
  public static SyntheticDataset flickrSized() {
    return builder()
        .nodes(89_250)
        .classes(7)
        .edges(449_878)
        .homophily(0.4)
        .featureColumns(500)
        .featuresPerNode(25)
        .build();
  }

  /**
   * Draws a data set.
   *
   * @param name what tables call it
   * @param seed any number; the same gives the same data set
   * @return the data set
   */
  public Dataset generate(String name, long seed) {
    SplittableRandom root = new SplittableRandom(seed);
    // A source for each part, so that other features do not mean another graph.
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
    Graph graph = drawEdges(nodeAt, classOf, edgeSource);
    SparseFeatures features = drawFeatures(classOf, featureSource);
    SingleLabels labels = Labels.single(classOf, classes);
    return new Dataset(name, graph, features, labels);
  }

  /**
   * Draws two independent data sets of this law, for training on one and attacking the other.
   *
   * @param name what tables call the pair; the parts are called {@code NAME-train} and {@code
   *     NAME-inference}
   * @param seed any number; the same gives the same pair
   * @return the pair
   */
  public InductivePair generatePair(String name, long seed) {
    SplittableRandom seeds = new SplittableRandom(seed);
    Dataset train = generate(name + "-train", seeds.nextLong());
    return new InductivePair(train, generate(name + "-inference", seeds.nextLong()));
  }

  /** Where the nodes of a class begin among all nodes ordered by class. */
  private int start(int label) {
    return start(label, nodes, classes);
  }

  private static int start(int label, int total, int classes) {
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

  private Graph drawEdges(int[] nodeAt, int[] classOf, SplittableRandom random) {
    WeightedPlaces places = new WeightedPlaces(drawWeights(random));
    LongOpenHashSet seen = new LongOpenHashSet(edges);
    Graph.Builder graph = Graph.builder(nodes);
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
      int smaller = Math.min(nodeAt[u], nodeAt[v]);
      int larger = Math.max(nodeAt[u], nodeAt[v]);
      if (smaller != larger && seen.add(NodePairs.pack(smaller, larger))) {
        graph.addEdge(smaller, larger);
      }
    }
    return graph.build();
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

  /** Skips from one to the next, geometrically, which takes time for ones only. */
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

  /** Uniform on [0, 1), by the highest 53 of 64 bits. */
  private static double uniform(SplittableRandom random) {
    return (random.nextLong() >>> 11) * 0x1p-53;
  }

  /**
   * Draws places in proportion to their weights, from all or from a range, in O(1) expected time: a
   * guide table (H.-C. Chen, Y. Asau, 1974) over the cumulated weights.
   */
  private static final class WeightedPlaces {

    private final double[] cumulated;
    private final int[] guide;
    private final double perUnit;

    WeightedPlaces(double[] weights) {
      int n = weights.length;
      cumulated = new double[n + 1];
      for (int place = 0; place < n; place++) {
        cumulated[place + 1] = cumulated[place] + weights[place];
      }
      guide = new int[n];
      perUnit = n / cumulated[n];
      int place = 0;
      for (int bucket = 0; bucket < n; bucket++) {
        while (place + 1 < n && cumulated[place + 1] * perUnit <= bucket) {
          place++;
        }
        guide[bucket] = place;
      }
    }

    int draw(int from, int to, double uniform) {
      double target = cumulated[from] + uniform * (cumulated[to] - cumulated[from]);
      int place = guide[Math.min(guide.length - 1, (int) (target * perUnit))];
      while (cumulated[place + 1] <= target && place + 1 < to) {
        place++;
      }
      // Rounding may lead past an end of the range, once in some 10^16 draws.
      return Math.min(Math.max(from, place), to - 1);
    }
  }

  /** Describes a law. Every setting has a default, see {@link SyntheticDataset#builder}. */
  public static final class Builder {

    private int nodes = 2000;
    private int classes = 2;
    private double averageDegree = 10;
    private @Nullable Integer edges;
    private double homophily = 0.8;
    private double degreeExponent = 2.5;
    private int featureColumns = 500;
    private double featuresPerNode = 20;
    private double classSignal = 0.3;

    private Builder() {}

    /**
     * Sets the number of nodes.
     *
     * @param nodes n, at least 2
     * @return this builder
     * @throws IllegalArgumentException if {@code nodes} is below 2
     */
    public Builder nodes(int nodes) {
      this.nodes = atLeast("nodes", nodes, 2);
      return this;
    }

    /**
     * Sets the number of classes.
     *
     * @param classes c, at least 1
     * @return this builder
     * @throws IllegalArgumentException if {@code classes} is below 1
     */
    public Builder classes(int classes) {
      this.classes = atLeast("classes", classes, 1);
      return this;
    }

    /**
     * Sets the number of edges to round(n · averageDegree / 2).
     *
     * @param averageDegree finite, at least 0
     * @return this builder
     * @throws IllegalArgumentException if {@code averageDegree} is out of range
     */
    public Builder averageDegree(double averageDegree) {
      if (!(averageDegree >= 0 && averageDegree < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "averageDegree = " + averageDegree + " is not a finite number of at least 0");
      }
      this.averageDegree = averageDegree;
      this.edges = null;
      return this;
    }

    /**
     * Sets the number of edges, instead of the average degree.
     *
     * @param edges E, at least 0
     * @return this builder
     * @throws IllegalArgumentException if {@code edges} is negative
     */
    public Builder edges(int edges) {
      this.edges = atLeast("edges", edges, 0);
      return this;
    }

    /**
     * Sets the share of edges that join nodes of one class. Without structure it would be about
     * 1/c.
     *
     * @param homophily h, in [0, 1]
     * @return this builder
     * @throws IllegalArgumentException if {@code homophily} is out of range
     */
    public Builder homophily(double homophily) {
      this.homophily = share("homophily", homophily);
      return this;
    }

    /**
     * Sets how heavy the tail of the degrees is; 2 to 3 is common in social networks.
     *
     * @param degreeExponent γ, above 2; infinity for a stochastic block model without degree
     *     correction
     * @return this builder
     * @throws IllegalArgumentException if {@code degreeExponent} is not above 2
     */
    public Builder degreeExponent(double degreeExponent) {
      if (!(degreeExponent > 2)) {
        throw new IllegalArgumentException(
            "degreeExponent = " + degreeExponent + " is not above 2");
      }
      this.degreeExponent = degreeExponent;
      return this;
    }

    /**
     * Sets the number of features.
     *
     * @param featureColumns d, at least 1
     * @return this builder
     * @throws IllegalArgumentException if {@code featureColumns} is below 1
     */
    public Builder featureColumns(int featureColumns) {
      this.featureColumns = atLeast("featureColumns", featureColumns, 1);
      return this;
    }

    /**
     * Sets how many features a node has on average.
     *
     * @param featuresPerNode f, at least 0
     * @return this builder
     * @throws IllegalArgumentException if {@code featuresPerNode} is negative or NaN
     */
    public Builder featuresPerNode(double featuresPerNode) {
      if (!(featuresPerNode >= 0)) {
        throw new IllegalArgumentException(
            "featuresPerNode = " + featuresPerNode + " is not at least 0");
      }
      this.featuresPerNode = featuresPerNode;
      return this;
    }

    /**
     * Sets the share of a node's features that its class gives it.
     *
     * @param classSignal s, in [0, 1]; 0 for features that say nothing of the class
     * @return this builder
     * @throws IllegalArgumentException if {@code classSignal} is out of range
     */
    public Builder classSignal(double classSignal) {
      this.classSignal = share("classSignal", classSignal);
      return this;
    }

    /**
     * Builds the law.
     *
     * @return the law
     * @throws IllegalArgumentException if there are more classes than nodes or features, more
     *     features a node than fit, or more edges within or between classes than a quarter of the
     *     pairs there
     */
    public SyntheticDataset build() {
      if (classes > nodes) {
        throw new IllegalArgumentException(
            "classes = " + classes + " is more than nodes = " + nodes);
      }
      if (classes > featureColumns) {
        throw new IllegalArgumentException(
            "classes = " + classes + " is more than featureColumns = " + featureColumns);
      }
      int smallestBlock = featureColumns / classes;
      double own =
          (1 - classSignal) * featuresPerNode / featureColumns
              + classSignal * featuresPerNode / smallestBlock;
      if (own > 1) {
        throw new IllegalArgumentException(
            "featuresPerNode = "
                + featuresPerNode
                + " with classSignal = "
                + classSignal
                + " would give a feature of a node's own class the probability "
                + own);
      }
      double total = Math.rint(edges == null ? nodes * averageDegree / 2.0 : edges);
      if (total > MAX_EDGES) {
        throw new IllegalArgumentException(
            (long) total + " edges are more than the supported " + MAX_EDGES);
      }
      long pairs = NodePairs.count(nodes);
      long pairsWithin = 0;
      for (int label = 0; label < classes; label++) {
        pairsWithin +=
            NodePairs.count(start(label + 1, nodes, classes) - start(label, nodes, classes));
      }
      double within = Math.rint(homophily * total);
      requireRoom("within", within, pairsWithin);
      requireRoom("between", total - within, pairs - pairsWithin);
      return new SyntheticDataset(this, (int) total, (int) within);
    }

    private static void requireRoom(String where, double edges, long pairs) {
      if (edges > MAX_FILL * pairs) {
        throw new IllegalArgumentException(
            (long) edges
                + " edges "
                + where
                + " classes are more than a quarter of the "
                + pairs
                + " pairs there");
      }
    }

    private static int atLeast(String name, int value, int least) {
      if (value < least) {
        throw new IllegalArgumentException(name + " = " + value + " is below " + least);
      }
      return value;
    }

    private static double share(String name, double value) {
      if (!(value >= 0 && value <= 1)) {
        throw new IllegalArgumentException(name + " = " + value + " is outside [0, 1]");
      }
      return value;
    }
  }
}
