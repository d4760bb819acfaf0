package io.linkteller.attack.chosen;

import io.linkteller.attack.Finding;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.QuerySession;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.inference.InferenceNodes;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Recovers edges from the points where inputs of relu change sign, with features that the attacker
 * chooses. It recovers whole rows of the adjacency matrix, whereas LinkTeller measures influences
 * that mix edges with longer paths. Neither the depth of the network nor its normalization need be
 * known.
 *
 * <h2>How</h2>
 *
 * Every node u gets the features s_u C x₀, where x₀ is a fixed vector, s_u is a number chosen for
 * u, and C is so large that biases vanish. If all s_u have the same sign, the answer for u is (Â^k
 * s)_u times a fixed row of logits. About 45 such queries yield the leading eigenvector π of Â,
 * whose entries are proportional to sqrt(d), sqrt(d + 1) or 1. At s = -π, the first layer of every
 * node is a negative multiple of the same vector. As s_v rises to μ π_v, nodes of the first layer
 * change sign one after another. Each change appears as a kink in the answer as a function of μ,
 * and this kink has propagated one hop less than the answer itself.
 *
 * <ul>
 *   <li>Identity + normalized adjacency ({@code FirstOrderGCN}, {@code BingGeNormAdj}): v changes
 *       sign before any neighbor that has other neighbors. In two layers, the kink is v's row of Â,
 *       which shows <em>every edge exactly</em>. Takes two queries per target.
 *   <li>{@code AugNormAdj}, {@code AugRWalk}: v changes sign at μ = d_v, together with those
 *       neighbors that have the same degree. Queries that raise s at random sets of nodes reveal
 *       the degrees as denominators of fractions. In two layers, the kink at node u counts the
 *       nodes of v's degree in both closed neighborhoods, N[u] and N[v]. A pair is scored by the
 *       smaller of its two counts, minus one if its degrees are equal. Takes three queries per
 *       target.
 *   <li>One layer: the answer is linear and equals v's column of Â. Takes one query per target.
 * </ul>
 *
 * The attack usually sends at most about 3 |V^(C)| + 80 queries. A target whose degree the answers
 * do not confirm, as may happen on small or sparse graphs, costs up to 7 more, and a model with a
 * single logit costs up to 6 more in total, so there are never more than 10 |V^(C)| + 125. Takes
 * O(n c) time per query and O(|V^(C)|² log d) time in addition. On small sparse graphs, a degree
 * may be mistaken for one of its divisors, and in stars, the aggregations cannot be distinguished.
 *
 * <p>Rows are checked against the diagnosed model: neighbors of a node must have equal weights, and
 * counts must be integers. If more than a fifth of the rows do not fit, or no target has a visible
 * neighbor, the attack throws an exception instead of ranking noise.
 *
 * <h2>What the attacker must be allowed to send</h2>
 *
 * The attack sends features for all inference nodes, not only for the targets. They are
 * real-valued, large, and of both signs, so a served model that clips features, standardizes them
 * per query or checks their range defeats the attack. The attack is also conspicuous. The paper's
 * probe scales one node's features by 1.0001 and otherwise repeats an honest query, whereas here
 * all features are multiples of one vector, of magnitude C, so any check of the features detects
 * the attack. A guard that only checks whether consecutive queries differ in one row sees {@code 3
 * |V^(C)|} queries that look like the paper's probes.
 *
 * <h2>Requirements on the model</h2>
 *
 * The model must apply relu, or an activation that is linear for large positive inputs and
 * saturates for negative ones, after each layer but the last. It must use the same non-negative Â
 * in each layer and return logits. Any number of logits suffices, even one, so multi-class and
 * multi-label models are equally suitable. Logits rounded to whole numbers also suffice, because
 * logits are of the order of C. Log-ratios of probabilities would suffice only if C were so small
 * that no probability is 0 or 1, but then biases would blur the changes of sign. Attention (GAT)
 * has no fixed Â, and in three or more layers, terms of two hops drown out the edges. In both
 * cases, and for {@linkplain InferenceNodes#directed directed} nodes, the attack throws an {@link
 * UnsuitableModelException}.
 *
 * <p>If the owner protects the graph by serving a perturbed one, the attack recovers the perturbed
 * graph.
 */
public final class ChosenFeatureAttack {

  /**
   * C. The share of biases and offsets in an answer is about 1/C, so precision grows with C until
   * the black box overflows or its probabilities become 0.
   */
  static final double SCALE = 1e9;

  private ChosenFeatureAttack() {}

  /**
   * Identifies the model and recovers the targets' rows. The nodes' features are not used, except
   * for the number of their columns.
   *
   * @param session the nodes and the black box
   * @param seed the seed of x₀, whose entries are uniform in (-1, 1), and of the random sets
   * @return the scores of all pairs, and the density of the recovered graph
   * @throws UnsuitableModelException if the attack does not support the network, or no target shows
   *     a neighbor
   */
  public static Finding find(QuerySession session, long seed) {
    return find(session, seed, SCALE);
  }

  static Finding find(QuerySession session, long seed, double scale) {
    int[] rows = targetRows(session.nodes());
    Reconnaissance model = investigate(session, rows, seed, scale);
    Diagnosis diagnosis = model.diagnosis();
    PairScores scores =
        diagnosis.depth() == 1
            ? scoresOfOneLayer(session, model, rows)
            : diagnosis.aggregation().isLazy()
                ? scoresOfTwoLazyLayers(session, model, rows)
                : scoresOfTwoLayers(session, model, rows, seed);
    return Finding.of(scores).withOwnDensity();
  }

  static Reconnaissance investigate(QuerySession session, int[] rows, long seed, double scale) {
    if (rows.length == 0) {
      throw new IllegalArgumentException("there are no targets");
    }
    if (session.nodes().isDirected()) {
      throw new UnsuitableModelException("arcs of a directed graph are not supported");
    }
    session.expect(Reconnaissance.QUERIES + 3 * rows.length);
    double[] x0 = UniformFeatures.x0(session.nodes(), seed);
    return Reconnaissance.of(Oracle.of(session, x0, scale), rows, seed);
  }

  static int[] targetRows(InferenceNodes nodes) {
    int[] rows = new int[nodes.targets().size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = nodes.rowOfTarget(i);
    }
    return rows;
  }

  private static PairScores scoresOfOneLayer(
      QuerySession session, Reconnaissance model, int[] rows) {
    SparseRow[] found = new SparseRow[rows.length];
    RowStanding[] standing = new RowStanding[rows.length];
    forEach(
        session,
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

  private static PairScores scoresOfTwoLazyLayers(
      QuerySession session, Reconnaissance model, int[] rows) {
    LazyRows lazy = new LazyRows(model, rows);
    LazyRows.OneHop[] found = new LazyRows.OneHop[rows.length];
    forEach(session, rows.length, i -> found[i] = lazy.ofTwoLayers(rows[i]));
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

  private static PairScores scoresOfTwoLayers(
      QuerySession session, Reconnaissance model, int[] rows, long seed) {
    int[] degrees = GatedDegrees.of(model, seed);
    IntegerKinkRows kinks = new IntegerKinkRows(model, degrees, rows);
    IntegerKinkRows.Counts[] found = new IntegerKinkRows.Counts[rows.length];
    forEach(session, rows.length, i -> found[i] = kinks.of(rows[i]));
    require(found, IntegerKinkRows.Counts::standing, model);
    return PairRanking.lesserExcess(found);
  }

  private static <T> void require(
      T[] found, Function<T, RowStanding> standing, Reconnaissance model) {
    RowStanding.require(
        Arrays.stream(found).map(standing).toArray(RowStanding[]::new), model.diagnosis());
  }

  private static void forEach(QuerySession session, int positions, IntConsumer task) {
    session.workers().forRows(positions, 1, (from, to) -> IntStream.range(from, to).forEach(task));
  }
}
