package io.linkteller.attack.chosen;

import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.AttackWarning;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.LinkPrediction.Finding;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.function.Function;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Recovers edges from the points where relu changes sign, with features that the attacker chooses.
 * It recovers whole rows of the adjacency matrix, whereas LinkTeller measures influences that mix
 * edges with longer paths. Neither the depth of the network nor its normalization need be known.
 *
 * <h2>How</h2>
 *
 * Every node u gets the features s_u C x₀: one fixed vector x₀, one number s_u per node, and a C so
 * large that biases vanish. Where all s_u have one sign, the answer is (Â^k s)_u times a fixed row
 * of logits. About 45 such queries give the leading eigenvector π of Â (sqrt(d), sqrt(d + 1) or 1).
 * At s = -π the first layer of every node is a negative multiple of the same vector; when s_v rises
 * to μ π_v, nodes of the first layer change sign one after the other. Each change appears as a kink
 * of the answer as a function of μ, which has propagated one hop less than the answer itself.
 *
 * <ul>
 *   <li>Identity + normalized adjacency ({@code FirstOrderGCN}, {@code BingGeNormAdj}): v changes
 *       sign before any neighbor that has other neighbors. Two layers: the bend is v's row of Â,
 *       <em>every edge exactly</em>. Three layers: the row of its square, in which edges stand out
 *       by 2; the contribution of common neighbors is subtracted, using the neighborhoods found.
 *       Two queries per target.
 *   <li>{@code AugNormAdj}, {@code AugRWalk}: v changes sign at μ = d_v, together with neighbors of
 *       the same degree only. Degrees follow from the shares of N[u] that random sets touch. Two
 *       layers: the score of a pair is the number of common nodes beyond those that the degrees
 *       explain, the smaller of both directions. Three queries per target.
 *   <li>One layer: the answer is linear, and is v's column of Â. One query per target.
 *   <li>{@linkplain InferenceNodes#directed Directed} nodes: the answer where one node alone has
 *       features is its column of Â^k. Where Â is the identity and weights of arcs, as of a GCN
 *       with in-degrees, weighted or not, its root tells <em>every arc that has a weight
 *       exactly</em>; arcs from nodes without an arc to them have none, and are found by
 *       {@linkplain Builder#askingParts queries about parts}. One query per inference node, and
 *       two.
 * </ul>
 *
 * About 3 |V^(C)| + 80 queries at most: a target whose degree answers do not confirm, as on small
 * or sparse graphs, costs up to 7 more, and a single logit 25 in all, so never more than 10 |V^(C)|
 * + 125. O(n c) a query and O(|V^(C)|² log d) besides. On small sparse graphs a degree may be read
 * as a divisor of itself, and stars do not tell the aggregations apart.
 *
 * <p>Rows are checked against the diagnosed model: neighbors of a node must have equal weights, and
 * counts must be integers. If more than a fifth of the rows do not fit, or no target has a visible
 * neighbor, the attack throws an exception instead of ranking noise.
 *
 * <h2>What the attacker must be allowed to send</h2>
 *
 * Features of all inference nodes, not only of the targets, of both signs, real-valued, and large:
 * a served model that clips, standardizes per query or checks ranges defeats it. The paper's probe
 * changes one node's features by a factor of 1.0001 and otherwise repeats an honest query; this
 * attack is conspicuous: all features are multiples of one vector, of magnitude C. Any check of the
 * features detects it. A guard that only compares consecutive queries for changes in one row sees
 * {@code 3 |V^(C)|} queries like the paper's probes.
 *
 * <h2>What it takes of the model</h2>
 *
 * relu (or anything that is linear far out on the positive side and saturates on the negative)
 * after each layer but the last, the same non-negative Â in each layer, logits. Logits of any
 * number serve, one included, so multi-class and multi-label models alike; rounded ones too, even
 * to whole numbers, as they are of the order of C. Probabilities would serve as log-ratios only for
 * a C so small that none is 0 or 1, and then biases blur the changes of sign. Attention (GAT) is no
 * fixed Â: {@link UnsuitableModelException}, as for three layers of {@code AugNormAdj} or {@code
 * AugRWalk}, whose two-hop terms drown the edges.
 *
 * <p>A protected owner serves on a perturbed graph; then that is the graph which is recovered.
 * Immutable.
 */
public final class ChosenFeatureAttack implements LinkAttack {

  /** The share of a row of three layers that may differ from the column, as it does for leaves. */
  private static final double ASYMMETRIC = 0.3;

  /** How far answers to reversed features may be from the reversed answers, by rounding. */
  private static final double LINEAR = 1e-4;

  private final double scale;
  private final long seed;
  private final boolean parts;
  private final AttackSettings settings;

  private ChosenFeatureAttack(Builder builder) {
    this.scale = builder.scale;
    this.seed = builder.seed;
    this.parts = builder.parts;
    this.settings = builder.settings();
  }

  /** {@return a builder with C = 10⁹ and one query at a time} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Attacks a black box. The features of {@code nodes} only say how many columns there are.
   *
   * @throws UnsuitableModelException if the answers are not those of a network that this attack can
   *     read, or no target shows a neighbor
   */
  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    return settings.run(
        "chosen features",
        toString(),
        api,
        nodes,
        kHat,
        (asked, inner) -> {
          int[] rows = targetRows(nodes);
          if (nodes.isDirected()) {
            Oracle oracle = oracle(asked, nodes, rows, inner);
            double[][] arcs = arcs(oracle);
            IntList unreached = unreached(arcs, rows);
            if (parts && !unreached.isEmpty()) {
              unreached.removeAll(UnreachedSenders.find(oracle, arcs, unreached, rows));
            }
            if (!unreached.isEmpty()) {
              inner.listener().onWarning(warningOf(unreached, nodes));
            }
            return Finding.of(scoresOfArcs(arcs, rows)).withOwnDensity();
          }
          Reconnaissance model = investigate(asked, nodes, rows, inner);
          return Finding.of(
                  switch (model.diagnosis().depth()) {
                    case 1 -> scoresOfOneLayer(model, rows);
                    case 2 ->
                        model.diagnosis().aggregation().isLazy()
                            ? scoresOfTwoLazyLayers(model, rows)
                            : scoresOfTwoLayers(model, rows);
                    default -> scoresOfThreeLayers(model, rows);
                  })
              .withOwnDensity();
        });
  }

  /**
   * Identifies the model, with only a few queries about individual targets.
   *
   * @param api the black box
   * @param nodes the nodes Bob may ask about and his targets
   * @return depth and aggregation
   * @throws IllegalArgumentException if there is no target
   * @throws UnsuitableModelException if the answers are not those of a network that this attack can
   *     read, or no target that was looked at shows a neighbor
   * @throws io.linkteller.inference.InferenceException if the black box fails
   */
  public Diagnosis diagnose(InferenceApi api, InferenceNodes nodes) {
    return settings.recorded(
        api,
        nodes,
        toString(),
        recorder -> investigate(recorder, nodes, targetRows(nodes), settings).diagnosis());
  }

  private Reconnaissance investigate(
      InferenceApi api, InferenceNodes nodes, int[] rows, AttackSettings inner) {
    return Reconnaissance.of(oracle(api, nodes, rows, inner), rows, seed);
  }

  private Oracle oracle(InferenceApi api, InferenceNodes nodes, int[] rows, AttackSettings inner) {
    if (rows.length == 0) {
      throw new IllegalArgumentException("there are 0 targets, fewer than 1");
    }
    double[] x0 = UniformFeatures.x0(nodes, seed);
    int expected =
        nodes.isDirected() ? nodes.nodes().size() + 2 : Reconnaissance.QUERIES + 3 * rows.length;
    return new Oracle(api, nodes, x0, scale, inner.listener(), expected);
  }

  /**
   * Reads the arcs from what each node does to all when the features of all others are 0: a column
   * of Â^k times one row of logits.
   */
  private double[][] arcs(Oracle oracle) {
    int n = oracle.nodeCount();
    DMatrixRMaj[] answers = new DMatrixRMaj[n];
    forEach(
        n,
        u -> {
          double[] s = new double[n];
          s[u] = 1;
          answers[u] = oracle.ask(s, "the query of features of one node");
        });
    double[] own = new double[oracle.width()];
    for (int u = 0; u < n; u++) {
      for (int c = 0; c < own.length; c++) {
        own[c] += answers[u].get(u, c);
      }
    }
    DMatrixRMaj power = new DMatrixRMaj(n, n);
    double noise = oracle.bias();
    for (int u = 0; u < n; u++) {
      double[] along = LogitRows.along(answers[u], own);
      for (int v = 0; v < n; v++) {
        power.set(v, u, along[v]);
        for (int c = 0; c < own.length; c++) {
          noise = Math.max(noise, Math.abs(answers[u].get(v, c) - along[v] * own[c]));
        }
      }
    }
    return ArcRoot.weights(power, noise / LogitRows.largest(own), isLinear(oracle, answers[0]));
  }

  /** In one layer, no relu tells the signs of features apart. */
  private static boolean isLinear(Oracle oracle, DMatrixRMaj answer) {
    double[] s = new double[oracle.nodeCount()];
    s[0] = 1;
    DMatrixRMaj sum = oracle.reversed().ask(s, "the query of reversed features of one node");
    CommonOps_DDRM.addEquals(sum, answer);
    return LogitRows.largest(sum.data) <= LINEAR * LogitRows.largest(answer.data);
  }

  private static PairScores scoresOfArcs(double[][] arcs, int[] rows) {
    PairScores.Builder scores = PairScores.builder(rows.length, true);
    for (int u = 0; u < rows.length; u++) {
      for (int v = 0; v < rows.length; v++) {
        if (arcs[rows[v]][rows[u]] > 0) {
          scores.add(u, v, arcs[rows[v]][rows[u]]);
        }
      }
    }
    return scores.build();
  }

  /** Returns the targets of which no arc shows: in-degrees may give those from them no weight. */
  private static IntList unreached(double[][] arcs, int[] rows) {
    IntList unreached = new IntArrayList();
    for (int u : rows) {
      if (Arrays.stream(arcs).allMatch(to -> to[u] == 0)
          && Arrays.stream(arcs[u]).allMatch(from -> from == 0)) {
        unreached.add(u);
      }
    }
    return unreached;
  }

  private static AttackWarning warningOf(IntList unreached, InferenceNodes nodes) {
    return new AttackWarning(
        AttackWarning.Kind.PAIRS_UNDECIDED,
        "arcs from "
            + unreached.size()
            + " of the targets cannot be told: no arc to them shows, and then a normalization by"
            + " in-degrees gives those from them no weight",
        IntList.of(unreached.intStream().map(nodes.nodes()::getInt).toArray()));
  }

  private static int[] targetRows(InferenceNodes nodes) {
    int[] rows = new int[nodes.targets().size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = nodes.rowOfTarget(i);
    }
    return rows;
  }

  private PairScores scoresOfOneLayer(Reconnaissance model, int[] rows) {
    SparseRow[] found = new SparseRow[rows.length];
    RowStanding[] standing = new RowStanding[rows.length];
    forEach(
        rows.length,
        i -> {
          double[] response = model.response(rows[i], 0);
          double noise = 1e-6 * response[rows[i]];
          found[i] = SparseRow.atTargets(rows, rows[i], noise, response);
          standing[i] = RowStanding.of(SparseRow.above(noise, response).size() > 1, true);
        });
    RowStanding.require(standing, model.diagnosis());
    return PairRanking.geometric(found, pi(model, rows));
  }

  private PairScores scoresOfTwoLazyLayers(Reconnaissance model, int[] rows) {
    LazyRows lazy = new LazyRows(model, rows);
    LazyRows.OneHop[] found = new LazyRows.OneHop[rows.length];
    forEach(rows.length, i -> found[i] = lazy.ofTwoLayers(rows[i]));
    require(found, LazyRows.OneHop::standing, model);
    return PairRanking.geometric(
        Arrays.stream(found).map(LazyRows.OneHop::row).toArray(SparseRow[]::new), pi(model, rows));
  }

  private static double[] pi(Reconnaissance model, int[] rows) {
    double[] pi = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      pi[i] = model.base().pi(rows[i]);
    }
    return pi;
  }

  private PairScores scoresOfTwoLayers(Reconnaissance model, int[] rows) {
    int[] degrees = GatedDegrees.of(model, seed);
    IntegerKinkRows kinks = new IntegerKinkRows(model, degrees, rows);
    IntegerKinkRows.Counts[] found = new IntegerKinkRows.Counts[rows.length];
    forEach(rows.length, i -> found[i] = kinks.of(rows[i]));
    require(found, IntegerKinkRows.Counts::standing, model);
    return PairRanking.lesserExcess(found);
  }

  private PairScores scoresOfThreeLayers(Reconnaissance model, int[] rows) {
    if (!model.diagnosis().aggregation().isLazy()) {
      throw new UnsuitableModelException(
          "three layers without an identity in their aggregation: two-hop terms drown the edges");
    }
    LazyRows lazy = new LazyRows(model, rows);
    LazyRows.TwoHops[] found = new LazyRows.TwoHops[rows.length];
    forEach(rows.length, i -> found[i] = lazy.ofThreeLayers(rows[i]));
    RowStanding[] standing = new RowStanding[rows.length];
    for (int i = 0; i < rows.length; i++) {
      standing[i] = isSymmetric(found, rows, i) ? found[i].standing() : RowStanding.REFUTED;
    }
    RowStanding.require(standing, model.diagnosis());
    return PairRanking.lessCommonNeighbors(found, rows, model.base().oracle().nodeCount());
  }

  /** Edges and common neighbors show the same from both sides; units that follow do not. */
  private static boolean isSymmetric(LazyRows.TwoHops[] found, int[] rows, int i) {
    double sum = 0;
    double off = 0;
    for (int j = 0; j < rows.length; j++) {
      double there = found[i].scores().at(rows[j]);
      double back = found[j].scores().at(rows[i]);
      sum += there + back;
      off += Math.abs(there - back);
    }
    return off <= ASYMMETRIC * sum;
  }

  private static <T> void require(
      T[] found, Function<T, RowStanding> standing, Reconnaissance model) {
    RowStanding.require(
        Arrays.stream(found).map(standing).toArray(RowStanding[]::new), model.diagnosis());
  }

  private interface PositionTask {
    void run(int position);
  }

  private void forEach(int positions, PositionTask task) {
    Workers.of(settings.parallelism())
        .forRows(
            positions,
            1,
            (from, to) -> {
              for (int i = from; i < to; i++) {
                task.run(i);
              }
            });
  }

  @Override
  public String toString() {
    return "ChosenFeatureAttack[scale = " + scale + ", seed = " + seed + "]";
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private double scale = 1e9;
    private long seed = 42;
    private boolean parts;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets C. Biases and offsets weigh 1/C of an answer, so precision grows with it until the black
     * box overflows or its probabilities become 0. Where an answer overflows at first, C / 10³ and
     * C / 10⁶ are tried.
     *
     * @param scale C, finite, positive
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
     * Sets the seed of x₀, whose entries are uniform in (-1, 1), and of the random sets.
     *
     * @param seed any number; default 42
     * @return this builder
     */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /**
     * Also asks about some of the nodes, where they are directed: that shows most arcs from nodes
     * to which no arc leads, with a query for each of these nodes and some tens of arcs.
     *
     * @return this builder
     */
    public Builder askingParts() {
      this.parts = true;
      return this;
    }

    /** {@return an immutable attack that may be run many times} */
    public ChosenFeatureAttack build() {
      return new ChosenFeatureAttack(this);
    }
  }
}
