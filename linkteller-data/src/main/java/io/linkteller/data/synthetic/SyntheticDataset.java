package io.linkteller.data.synthetic;

import io.linkteller.data.Dataset;
import io.linkteller.data.InductivePair;
import io.linkteller.graph.NodePairs;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A law (a probability distribution) of graphs with features and labels: the degree-corrected
 * stochastic block model of B. Karrer, M. E. J. Newman, "Stochastic blockmodels and community
 * structure in networks", Physical Review E 83, 2011, conditioned on the number of edges, with
 * sparse binary features that depend on the class.
 *
 * <pre>{@code
 * SyntheticDataset law = SyntheticDataset.builder().nodes(2000).homophily(0.8).build();
 * InductivePair pair = law.generatePair("synthetic", 42);
 * }</pre>
 *
 * <p>The law has n nodes, c classes, E edges, homophily h, degree exponent γ, d features (f per
 * node on average), and class signal s:
 *
 * <ul>
 *   <li><b>Classes.</b> Class sizes are n/c rounded down or up; the assignment of nodes to classes
 *       is uniform.
 *   <li><b>Degrees.</b> Every node has a weight θ ≥ 1 with a density proportional to
 *       θ<sup>-γ</sup>, cut off where the expected degree would exceed √(2E), beyond which no
 *       simple graph attains the expected degrees. With infinite γ, all weights are equal.
 *   <li><b>Edges.</b> round(hE) edges join nodes of the same class; the others join nodes of
 *       different classes. Edges are drawn one at a time. The first node is drawn in proportion to
 *       θ from all nodes, the second in proportion to θ from the nodes of the same class or of all
 *       other classes. Repeated edges and self-loops are redrawn, so the graph is simple and has
 *       exactly E edges.
 *   <li><b>Kinds of edges.</b> Arcs lead from the first node to the second. A weight is the square
 *       of an exponential variable with mean 1, and a relation is uniform among R. In graphs with
 *       arcs, weights or relations, the classes above determine only edges and features. A node's
 *       label is the class with the largest total weight among its neighbors, or among the sources
 *       of its incoming arcs, where a neighbor of class k connected by relation r counts for class
 *       (k + r) mod c. Predicting labels therefore requires directions, weights and relations,
 *       unless high homophily makes all neighbors alike.
 *   <li><b>Features.</b> The d columns are divided into c consecutive blocks of d/c columns,
 *       rounded down or up, one per class. All entries are independent; an entry is 1 with
 *       probability (1 - s) f/d, plus s f/b in the b columns of the node's own class. A node thus
 *       has f features on average, of which a share s is due to its class. The columns of a class
 *       do not depend on the seed, so a model can be trained on one data set of a law and attacked
 *       on another.
 * </ul>
 *
 * <p>Drawing a data set takes O(n + E + n f) expected time. The result depends only on the law and
 * the seed: all randomness is the 64-bit output of {@link SplittableRandom}, and all logarithms and
 * powers are those of {@link StrictMath}.
 */
public final class SyntheticDataset {

  /**
   * The maximum share of pairs that are edges. With a larger share, edges would have to be redrawn
   * too often.
   */
  private static final double MAX_FILL = 0.25;

  /** The maximum number of edges of a graph. */
  private static final int MAX_EDGES = (1 << 30) - 1;

  private final SyntheticLaw law;

  private SyntheticDataset(SyntheticLaw law) {
    this.law = law;
  }

  /**
   * Returns a builder with 2,000 nodes in 2 classes, average degree 10, homophily 0.8, degree
   * exponent 2.5, 500 features (20 per node on average), and class signal 0.3, for undirected
   * graphs without weights or relations.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns a law with the size of Flickr in the paper: 89,250 nodes, 449,878 edges, 500 features,
   * 7 classes. The other settings are not fitted to Flickr.
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
   * @param name the name in tables
   * @param seed the seed; the same seed produces the same data set
   * @return the data set
   */
  public Dataset generate(String name, long seed) {
    return law.draw(name, seed);
  }

  /**
   * Draws two independent data sets of this law, for training on one and attacking the other.
   *
   * @param name the name of the pair in tables; the parts are named {@code NAME-train} and {@code
   *     NAME-inference}
   * @param seed the seed; the same seed produces the same pair
   * @return the pair
   */
  public InductivePair generatePair(String name, long seed) {
    SplittableRandom seeds = new SplittableRandom(seed);
    Dataset train = generate(name + "-train", seeds.nextLong());
    return new InductivePair(train, generate(name + "-inference", seeds.nextLong()));
  }

  /** Builds laws. {@link SyntheticDataset#builder} lists the defaults of all settings. */
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
    private boolean directed;
    private boolean weighted;
    private int relations;

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
     * Sets the share of edges that join nodes of the same class. Without community structure, it
     * would be about 1/c.
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
     * Sets the exponent of the degree distribution, which determines how heavy its tail is.
     * Exponents from 2 to 3 are common in social networks.
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
     * Sets the average number of features per node.
     *
     * @param featuresPerNode f, at least 0
     * @return this builder
     * @throws IllegalArgumentException if {@code featuresPerNode} is negative or NaN
     */
    public Builder featuresPerNode(double featuresPerNode) {
      if (!(featuresPerNode >= 0)) {
        throw new IllegalArgumentException(
            "featuresPerNode = " + featuresPerNode + " is negative or NaN");
      }
      this.featuresPerNode = featuresPerNode;
      return this;
    }

    /**
     * Sets the share of a node's features that are due to its class.
     *
     * @param classSignal s, in [0, 1]; 0 for features independent of the class
     * @return this builder
     * @throws IllegalArgumentException if {@code classSignal} is out of range
     */
    public Builder classSignal(double classSignal) {
      this.classSignal = share("classSignal", classSignal);
      return this;
    }

    /**
     * Makes edges directed.
     *
     * @return this builder
     */
    public Builder directed() {
      this.directed = true;
      return this;
    }

    /**
     * Adds weights to edges.
     *
     * @return this builder
     */
    public Builder weighted() {
      this.weighted = true;
      return this;
    }

    /**
     * Assigns each edge one of several relations.
     *
     * @param relations R, at least 1
     * @return this builder
     * @throws IllegalArgumentException if {@code relations} is below 1
     */
    public Builder relations(int relations) {
      this.relations = atLeast("relations", relations, 1);
      return this;
    }

    /**
     * Builds the law.
     *
     * @return the law
     * @throws IllegalArgumentException if there are more classes than nodes or features, a feature
     *     would have a probability above 1, there are more than 2<sup>30</sup> - 1 edges, or the
     *     edges within or between classes are more than a quarter of the respective pairs
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
            ("featuresPerNode = %s with classSignal = %s would give a feature of a node's"
                    + " own class the probability %s")
                .formatted(featuresPerNode, classSignal, own));
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
            NodePairs.count(
                SyntheticLaw.start(label + 1, nodes, classes)
                    - SyntheticLaw.start(label, nodes, classes));
      }
      double within = Math.rint(homophily * total);
      requireRoom("within", within, pairsWithin);
      requireRoom("between", total - within, pairs - pairsWithin);
      return new SyntheticDataset(
          new SyntheticLaw(
              nodes,
              classes,
              (int) total,
              (int) within,
              degreeExponent,
              featureColumns,
              featuresPerNode,
              classSignal,
              directed,
              weighted,
              relations));
    }

    private static void requireRoom(String where, double edges, long pairs) {
      if (edges > MAX_FILL * pairs) {
        throw new IllegalArgumentException(
            "%s edges %s classes are more than a quarter of the %s pairs there"
                .formatted((long) edges, where, pairs));
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
