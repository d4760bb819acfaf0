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
 * Recovers edges from the points where relu changes sign, with features that the attacker chooses.
 * It recovers whole rows of the adjacency matrix, whereas LinkTeller measures influences that mix
 * edges with longer paths. Neither the depth of the network nor its normalization need be known.
 *
 * <h2>How</h2>
 *
 * Every node u gets the features s_u C x₀: one fixed vector x₀, one number s_u per node, and a C so
 * large that biases vanish. If all s_u have one sign, the answer is (Â^k s)_u times a fixed row of
 * logits. About 45 such queries give the leading eigenvector π of Â (sqrt(d), sqrt(d + 1) or 1). At
 * s = -π the first layer of every node is a negative multiple of the same vector; when s_v rises to
 * μ π_v, nodes of the first layer change sign one after the other. Each change appears as a kink in
 * the answer as a function of μ, which has propagated one hop less than the answer itself.
 *
 * <ul>
 *   <li>Identity + normalized adjacency ({@code FirstOrderGCN}, {@code BingGeNormAdj}): v changes
 *       sign before any neighbor that has other neighbors. Two layers: the bend is v's row of Â,
 *       <em>every edge exactly</em>. Two queries per target.
 *   <li>{@code AugNormAdj}, {@code AugRWalk}: v changes sign at μ = d_v, together only with
 *       neighbors of the same degree. Degrees follow from the shares of N[u] that random sets
 *       touch. Two layers: the score of a pair is the number of common nodes beyond those that the
 *       degrees explain, the smaller of both directions. Three queries per target.
 *   <li>One layer: the answer is linear, and is v's column of Â. One query per target.
 * </ul>
 *
 * At most about 3 |V^(C)| + 80 queries: a target whose degree answers do not confirm, as on small
 * or sparse graphs, costs up to 7 more, and a single logit costs 25 in total, so never more than 10
 * |V^(C)| + 125. O(n c) per query, and O(|V^(C)|² log d) in addition. On small sparse graphs a
 * degree may be mistaken for one of its divisors, and stars do not distinguish the aggregations.
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
 * <h2>Requirements on the model</h2>
 *
 * relu (or anything that is linear far out on the positive side and saturates on the negative)
 * after each layer but the last, the same non-negative Â in each layer, logits. Any number of
 * logits suffices, including one, so multi-class and multi-label models are equally suitable;
 * logits rounded to whole numbers also suffice, as they are of the order of C. Probabilities would
 * suffice as log-ratios only for a C so small that none is 0 or 1, and then biases blur the changes
 * of sign. Attention (GAT) has no fixed Â, and in three layers, terms of two hops drown out the
 * edges: both lead to an {@link UnsuitableModelException}, as do {@linkplain
 * InferenceNodes#directed directed} nodes.
 *
 * <p>If a protected owner serves a perturbed graph, that graph is recovered. Immutable.
 */
public final class ChosenFeatureAttack {

  /**
   * C: biases and offsets weigh 1/C of an answer, so precision grows with C until the black box
   * overflows or its probabilities become 0.
   */
  static final double SCALE = 1e9;

  private ChosenFeatureAttack() {}

  /**
   * Identifies the model and recovers the targets' rows. Only the number of columns of the features
   * matters.
   *
   * @param session the nodes and the black box
   * @param seed the seed of x₀, whose entries are uniform in (-1, 1), and of the random sets
   * @return the graph and the identified model
   * @throws UnsuitableModelException if the network is not one that this attack can recover from,
   *     or no target shows a neighbor
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
      throw new IllegalArgumentException("there are 0 targets, fewer than 1");
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
