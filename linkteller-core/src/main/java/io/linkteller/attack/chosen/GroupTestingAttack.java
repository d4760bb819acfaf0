package io.linkteller.attack.chosen;

import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.belief.DensityBelief;
import io.linkteller.attack.score.PairScores;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Recovers a graph by group testing: each query raises a random set of nodes, and the answer for
 * every node gives the number of its neighbors in the set. A few dozen sets determine the graph of
 * some hundred nodes.
 *
 * <h2>How</h2>
 *
 * <ol>
 *   <li>About 50 queries identify depth, aggregation and the leading eigenvector π, as {@link
 *       ChosenFeatureAttack} does.
 *   <li>Features are s_u C x₀ as there. s is a little more than π at a random set of nodes and -π
 *       elsewhere, then both by 1 % of π more. The difference of the two answers of u is the share
 *       of u's neighborhood that is positive in the first layer, a fraction with u's degree as the
 *       denominator: its own gate, its degree, and an exact count of its neighbors in a known set.
 *   <li>Counts rule out and force pairs; box-constrained least squares over all nodes decides what
 *       that leaves open. The attack stops when the graph found has predicted all counts of the
 *       last four sets.
 * </ol>
 *
 * <p>O(n²) memory for n nodes in the query, and O(n² Q) time besides the queries for Q sets.
 *
 * <h2>What the attacker must be allowed to send</h2>
 *
 * The same as for {@link ChosenFeatureAttack}: real-valued features of both signs and any size, for
 * every node of the query. By default it queries the targets alone, V^(I) = V^(C), and assumes that
 * the black box serves the subgraph that they induce; this keeps the number of unknowns small.
 * {@link Builder#wholeGraph} asks about all nodes instead, which takes more sets. Consecutive
 * queries differ in all rows, so a guard that looks for probes of one node sees none; one that
 * looks at features sees that they are multiples of one vector, of size C.
 *
 * <p>What stops it: a check of the range of features, since both signs of x₀ are beyond any range
 * that the data have; clipping or standardizing per query; labels instead of logits; answers with
 * noise above 1 % of the change that a node's own degree makes.
 *
 * <h2>Which models it supports</h2>
 *
 * One layer of any fixed aggregation, or two layers with the identity in it ({@code FirstOrderGCN},
 * {@code BingGeNormAdj}) and relu between them. Others are rejected with {@link
 * UnsuitableModelException}: without the identity, a node's answer does not show its own
 * activation, and in three layers the activations of the second distort the counts of the first.
 * Immutable.
 */
public final class GroupTestingAttack implements LinkAttack {

  /**
   * The share of nodes in a set: small enough that other nodes stay negative, and with nearly the
   * largest information per count.
   */
  private static final double SHARE = 0.3;

  /** The share of nodes whose counts may contradict each other, for answers with some noise. */
  private static final double CONTRADICTED_AT_MOST = 0.2;

  /** The largest relative increase of a score by degrees. */
  private static final double TIE = 0.1;

  private static final int FIRST_BATCH = 16;
  private static final int BATCH = 4;

  /** From this number of sets on, the next batch is a quarter of them. */
  private static final int MANY = 40;

  /**
   * The largest number of sets unless it was set: 42, or one for twelve nodes of a larger query.
   */
  private static final int USUAL_SETS = 42;

  private static final int NODES_PER_SET = 12;

  /** Beyond this number, which 2,400 nodes reach, only {@link Builder#sets} goes. */
  private static final int MOST_USUAL_SETS = 200;

  /** The largest n for which n² numbers fit into an array. */
  private static final int MOST_NODES = 46_340;

  private final OptionalInt sets;
  private final boolean wholeGraph;
  private final double scale;
  private final long seed;
  private final AttackSettings settings;

  private GroupTestingAttack(Builder builder) {
    this.sets = builder.sets;
    this.wholeGraph = builder.wholeGraph;
    this.scale = builder.scale;
    this.seed = builder.seed;
    this.settings = builder.settings();
  }

  /** {@return a builder of an attack on the targets alone} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Attacks a black box. The features of {@code nodes} only say how many columns there are.
   *
   * @throws IllegalArgumentException if the query has more than 46,340 nodes
   * @throws UnsuitableModelException if the answers are not those of a network whose neighbors can
   *     be counted, or no count agrees with any graph
   */
  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    int targets = nodes.targets().size();
    // Fail before the first query rather than after the last.
    DensityBelief.edgeCount(kHat, targets);
    InferenceNodes asked = wholeGraph ? nodes : alone(nodes);
    if (asked.nodes().size() > MOST_NODES) {
      throw new IllegalArgumentException(
          "a query of " + asked.nodes().size() + " nodes exceeds the maximum of " + MOST_NODES);
    }
    return settings.recorded(api, asked, toString(), recorder -> ask(recorder, asked, nodes, kHat));
  }

  private LinkPrediction ask(
      InferenceApi api, InferenceNodes asked, InferenceNodes nodes, double kHat) {
    long start = System.nanoTime();
    int targets = nodes.targets().size();
    int[] rows = new int[targets];
    for (int i = 0; i < targets; i++) {
      rows[i] = wholeGraph ? nodes.rowOfTarget(i) : i;
    }
    int most = sets.orElse(usualSets(asked.nodes().size()));
    int expected = Reconnaissance.QUERIES + 2 * most;
    Oracle oracle =
        new Oracle(
            api, asked, UniformFeatures.x0(nodes, seed), scale, settings.listener(), expected);
    Reconnaissance model = Reconnaissance.of(oracle, rows, seed);
    if (!NeighborCounts.canCount(model.diagnosis())) {
      throw new UnsuitableModelException(
          "answers are those of "
              + model.diagnosis()
              + "; neighbors can be counted with one layer, or two of I + a normalized adjacency");
    }
    CountDecoder.Decoded decoded = decode(model, most);
    int n = oracle.nodeCount();
    double[] degrees = degrees(decoded.values(), n);
    PairScores scores =
        PairScores.ofAll(
            targets,
            (i, j) -> {
              // Certain edges tie; in a perturbed graph those between hubs are more likely to be
              // true.
              double tie = Math.sqrt(degrees[rows[i]] * degrees[rows[j]]) / n;
              return decoded.values()[rows[i] * n + rows[j]] * (1 + TIE * tie);
            });
    return LinkPrediction.of(
        "group testing",
        nodes,
        kHat,
        scores,
        oracle.queries(),
        Duration.ofNanos(System.nanoTime() - start));
  }

  private static int usualSets(int nodes) {
    return Math.min(MOST_USUAL_SETS, Math.max(USUAL_SETS, nodes / NODES_PER_SET));
  }

  private static InferenceNodes alone(InferenceNodes nodes) {
    int[] rows = new int[nodes.targets().size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = nodes.rowOfTarget(i);
    }
    return InferenceNodes.of(
        nodes.targets(), nodes.features().selectRows(IntImmutableList.of(rows)));
  }

  private static double[] degrees(double[] values, int n) {
    double[] degrees = new double[n];
    for (int i = 0; i < values.length; i++) {
      degrees[i / n] += values[i];
    }
    return degrees;
  }

  /** Queries sets until the graph is determined or the limit is reached. */
  private CountDecoder.Decoded decode(Reconnaissance model, int most) {
    NeighborCounts counts = new NeighborCounts(model, SHARE, seed);
    double[] guess = {};
    int n = model.base().oracle().nodeCount();
    int next = FIRST_BATCH;
    while (true) {
      int batch = Math.min(most - counts.sets(), next);
      RaisedSet[] raised = new RaisedSet[batch];
      Arrays.setAll(raised, i -> counts.draw());
      NeighborCounts.Shown[] shown = new NeighborCounts.Shown[batch];
      Workers.of(settings.parallelism())
          .forRows(
              batch,
              1,
              (from, to) -> {
                for (int i = from; i < to; i++) {
                  shown[i] = counts.ask(raised[i]);
                }
              });
      for (NeighborCounts.Shown one : shown) {
        counts.add(one);
      }
      next = counts.sets() < MANY ? BATCH : counts.sets() / 4;
      int[] degrees = counts.degrees();
      if (counts.sets() < most && !CountDecoder.canDetermine(counts.sets(), degrees)) {
        continue;
      }
      int[][] found = new int[degrees.length][];
      for (int u = 0; u < found.length; u++) {
        found[u] = counts.counts(u, Math.max(0, degrees[u]));
      }
      CountDecoder.Decoded decoded = CountDecoder.decode(counts.members(), found, degrees, guess);
      boolean confirmed = decoded.isExact() && isSame(guess, decoded.values());
      guess = decoded.values();
      if (decoded.isExact()) {
        // It only remains to be confirmed.
        next = BATCH;
      }
      if (confirmed || counts.sets() >= most) {
        if (decoded.contradicted() > CONTRADICTED_AT_MOST * n) {
          throw new UnsuitableModelException(
              decoded.contradicted()
                  + " of "
                  + n
                  + " nodes have counts of neighbors that no graph has");
        }
        return decoded;
      }
    }
  }

  /** Returns whether the graph found with fewer sets has predicted the counts of the last ones. */
  private static boolean isSame(double[] before, double[] now) {
    for (int i = 0; i < before.length; i++) {
      if ((before[i] > 0.5) != (now[i] > 0.5)) {
        return false;
      }
    }
    return before.length > 0;
  }

  @Override
  public String toString() {
    return "GroupTestingAttack[sets = "
        + (sets.isPresent() ? sets.getAsInt() : "by size")
        + (wholeGraph ? ", whole graph" : "")
        + ", scale = "
        + scale
        + ", seed = "
        + seed
        + "]";
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private OptionalInt sets = OptionalInt.empty();
    private boolean wholeGraph;
    private double scale = 1e9;
    private long seed = 42;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets the largest number of sets: one query each for one layer, two for two layers.
     *
     * @param most at least 1; default 42, or a twelfth of the number of nodes of a query if that is
     *     more, but no more than 200
     * @return this builder
     * @throws IllegalArgumentException if {@code most} is below 1
     */
    public Builder sets(int most) {
      if (most < 1) {
        throw new IllegalArgumentException("sets = " + most + " is below 1");
      }
      this.sets = OptionalInt.of(most);
      return this;
    }

    /**
     * Queries all nodes instead of the targets alone, for a black box that always uses the whole
     * graph.
     *
     * @return this builder
     */
    public Builder wholeGraph() {
      this.wholeGraph = true;
      return this;
    }

    /**
     * Sets C. Biases weigh 1/C of an answer.
     *
     * @param scale C, finite, positive; default 10⁹
     * @return this builder
     * @throws IllegalArgumentException if {@code scale} is not such a number
     */
    public Builder scale(double scale) {
      if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("scale = " + scale + " is outside (0, Infinity)");
      }
      this.scale = scale;
      return this;
    }

    /**
     * Sets the seed of x₀ and of the random sets.
     *
     * @param seed any number; default 42
     * @return this builder
     */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /** {@return an immutable attack that may be run many times} */
    public GroupTestingAttack build() {
      return new GroupTestingAttack(this);
    }
  }
}
