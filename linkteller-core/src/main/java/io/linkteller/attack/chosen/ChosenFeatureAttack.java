package io.linkteller.attack.chosen;

import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.parallel.Workers;
import java.util.Arrays;
import java.util.function.Function;

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
 *       <em>every edge exactly</em>. Two queries per target.
 *   <li>{@code AugNormAdj}, {@code AugRWalk}: v changes sign at μ = d_v, together with neighbors of
 *       the same degree only. Degrees follow from the shares of N[u] that random sets touch. Two
 *       layers: the score of a pair is the number of common nodes beyond those that the degrees
 *       explain, the smaller of both directions. Three queries per target.
 *   <li>One layer: the answer is linear, and is v's column of Â. One query per target.
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
 * fixed Â: {@link UnsuitableModelException}, as for three layers, in which terms of two hops drown
 * the edges, and for {@linkplain InferenceNodes#directed directed} nodes.
 *
 * <p>A protected owner serves on a perturbed graph; then that is the graph which is recovered.
 * Immutable.
 */
public final class ChosenFeatureAttack implements LinkAttack {

  private final double scale;
  private final long seed;
  private final AttackSettings settings;

  private ChosenFeatureAttack(Builder builder) {
    this.scale = builder.scale;
    this.seed = builder.seed;
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
        "kinks",
        toString(),
        api,
        nodes,
        kHat,
        (asked, inner) -> {
          int[] rows = targetRows(nodes);
          Reconnaissance model = investigate(asked, nodes, rows, inner);
          return Finding.of(
                  model.diagnosis().depth() == 1
                      ? scoresOfOneLayer(model, rows)
                      : model.diagnosis().aggregation().isLazy()
                          ? scoresOfTwoLazyLayers(model, rows)
                          : scoresOfTwoLayers(model, rows))
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
    if (nodes.isDirected()) {
      throw new UnsuitableModelException("arcs of a directed graph are not read");
    }
    double[] x0 = UniformFeatures.x0(nodes, seed);
    int expected = Reconnaissance.QUERIES + 3 * rows.length;
    return new Oracle(api, nodes, x0, scale, inner.listener(), expected);
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

    /** {@return an immutable attack that may be run many times} */
    public ChosenFeatureAttack build() {
      return new ChosenFeatureAttack(this);
    }
  }
}
