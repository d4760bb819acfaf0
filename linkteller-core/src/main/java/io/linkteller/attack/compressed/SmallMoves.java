package io.linkteller.attack.compressed;

import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.AnswerPrecision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;

/**
 * Measures influences by small moves from equal features. Every node has the features x₀, and node
 * u moves by δ Σ_k r_uk g_k along K common directions. The relu masks and attention weights of all
 * nodes are equal, so the answer for v moves by δ Σ_u M_vu C r_u + O(δ²) with a common c x K matrix
 * C, and a query yields up to c numbers per row.
 *
 * <ol>
 *   <li>The base query is sent. If its answers differ between nodes, the rows of Â have different
 *       sums, and x₀ is made so large that biases do not make masks differ.
 *   <li>Two queries with opposite moves measure the curvature and so determine the step δ: the
 *       error due to rounding grows with 1/δ, that due to curvature with δ.
 *   <li>K queries, in each of which all nodes move equally along one g_k, determine C and the row
 *       sums of M.
 *   <li>The singular vectors of C are the {@link Channels}.
 * </ol>
 */
final class SmallMoves implements Measurement {

  /** The factor of x₀ at which biases are negligible. */
  private static final double LARGE = 1e6;

  /** The relative difference up to which the answers for all nodes count as equal. */
  private static final double EQUAL = 0.01;

  /**
   * The maximum number of directions: each takes a query, and more than twelve numbers are rarely
   * independent.
   */
  private static final int MAX_DIRECTIONS = 12;

  /**
   * The maximum number of step sizes to try; usually the third is within a factor of 4 of the best.
   */
  private static final int MAX_STEPS = 4;

  /** The factor within which a step counts as being as good as the best. */
  private static final double NEAR_BEST = 4;

  private final Prober prober;
  private final Random random;
  private final double[] base;
  private final boolean isEqual;
  private final Moves moves;
  private final double step;
  private final double floor;
  private final double[] sums;
  private final Channels channels;

  /** The columns of the queries that chose the step, until {@link #next} returns them. */
  private final List<Columns.Column> first;

  /**
   * Sends the base query and the calibration queries.
   *
   * @throws UnsuitableModelException if the answers do not depend on the features
   */
  SmallMoves(Prober prober, long seed) {
    this.prober = prober;
    this.random = new Random(seed);
    int n = prober.n();
    double[] x0 = UniformFeatures.x0(prober.nodes(), seed);
    // Attention has its usual curvature if features are as large as those of the data.
    double size = ordinarySize(prober.nodes()) / Moves.norm(x0);
    DMatrixRMaj answer = prober.ask(same(n, Moves.scaled(x0, size)));
    double digits = AnswerPrecision.ofDigits(answer);
    this.isEqual = spread(answer) <= EQUAL;
    if (!isEqual) {
      size = LARGE;
      answer = prober.ask(same(n, Moves.scaled(x0, size)));
    }
    this.base = answer.data;
    int k = Math.min(answer.numCols, MAX_DIRECTIONS);
    this.moves = Moves.along(Moves.scaled(x0, size), prober.nodes(), seed + 1, k, size);
    double rounding = digits * Moves.norm(base);

    // Choose the step.
    double[] r = {};
    double[] odd = {};
    double[] bend = {};
    // Start above the best step, which is near √digits, so that curvature exceeds rounding.
    double tried = Math.cbrt(digits);
    double error = 0;
    double better = 1;
    for (int attempt = 0; attempt < MAX_STEPS; attempt++) {
      r = signs(n);
      List<DMatrixRMaj> both =
          prober.ask(List.of(moves.features(r, 1, tried), moves.features(r, 1, -tried)));
      double[] there = Moves.difference(both.get(0).data, base, 0.5);
      double[] back = Moves.difference(both.get(1).data, base, -0.5);
      bend = Moves.difference(there, back, 1);
      odd = Moves.difference(there, Moves.scaled(back, -1), 1);
      double moved = Moves.norm(odd);
      double bent = Moves.norm(bend);
      // A smaller difference may be due to rounding alone.
      if (!(moved > 4 * rounding)) {
        throw new UnsuitableModelException("answers do not move with features " + described());
      }
      error = Math.max(bent, rounding) / moved;
      // Curvature grows with δ² and the move with δ, whereas rounding is constant, so their errors
      // are equal at the best step. An attempt multiplies the step by at most √64 = 8.
      better = Math.sqrt(rounding / Math.max(bent, rounding / 64));
      if (attempt == MAX_STEPS - 1 || (better > 1 / NEAR_BEST && better < NEAR_BEST)) {
        break;
      }
      tried *= better;
    }
    this.step = tried;
    this.floor = error;

    // The common response C is the mean over the nodes, weighted by their row sums.
    List<LowRankFeatures> alike = new ArrayList<>();
    for (int direction = 0; direction < k; direction++) {
      double[] one = new double[n * k];
      for (int v = 0; v < n; v++) {
        one[v * k + direction] = 1;
      }
      alike.add(moves.features(one, 1, step));
    }
    List<double[]> changes = new ArrayList<>();
    for (DMatrixRMaj each : prober.ask(alike)) {
      changes.add(Moves.difference(each.data, base, 1));
    }
    int c = answer.numCols;
    this.sums = rowSums(changes, c);
    DMatrixRMaj common = new DMatrixRMaj(c, k);
    double squares = Math.pow(Moves.norm(sums), 2);
    for (int i = 0; i < n * c; i++) {
      for (int direction = 0; direction < k; direction++) {
        common.add(i % c, direction, sums[i / c] * changes.get(direction)[i] / squares);
      }
    }
    this.channels = Channels.of(common, floor, bend, rounding / Math.sqrt(base.length));
    this.first = channels.columns(r, odd);
  }

  /**
   * Returns the median norm of the targets' own feature rows, or the typical norm of x₀ if the
   * median is zero.
   */
  private static double ordinarySize(InferenceNodes nodes) {
    double[] sizes = new double[nodes.targets().size()];
    double[] row = new double[nodes.features().cols()];
    for (int i = 0; i < sizes.length; i++) {
      nodes.features().copyRow(nodes.rowOfTarget(i), row);
      sizes[i] = Moves.norm(row);
    }
    Arrays.sort(sizes);
    double median = sizes[sizes.length / 2];
    return median > 0 ? median : Math.sqrt(row.length / 3.0);
  }

  private static LowRankFeatures same(int n, double[] x) {
    double[] s = new double[n];
    Arrays.fill(s, 1);
    return LowRankFeatures.of(s, x);
  }

  private static double spread(DMatrixRMaj answer) {
    double most = 0;
    double size = 0;
    for (int i = 0; i < answer.getNumElements(); i++) {
      size = Math.max(size, Math.abs(answer.data[i]));
      most = Math.max(most, Math.abs(answer.data[i] - answer.data[i % answer.numCols]));
    }
    return size == 0 ? 0 : most / size;
  }

  /**
   * Describes the features from which nodes were moved, because small moves reveal nothing about
   * the model at other features.
   */
  private String described() {
    return isEqual
        ? "that are equal for all nodes and as large as those of the data"
        : "that are equal for all nodes and so large that biases vanish: they saturate some models,"
            + " such as those with tanh, and only relu layers are suitable";
  }

  /** Returns how far each answer moves: the row sums of M, scaled to a median of 1. */
  private double[] rowSums(List<double[]> changes, int c) {
    double[] of = new double[prober.n()];
    for (double[] change : changes) {
      for (int i = 0; i < change.length; i++) {
        of[i / c] += change[i] * change[i];
      }
    }
    double[] sorted = of.clone();
    Arrays.sort(sorted);
    double median = sorted[of.length / 2];
    if (!(median > 0)) {
      throw new UnsuitableModelException(
          "the answers of most nodes do not move with features " + described());
    }
    Arrays.setAll(of, v -> Math.sqrt(of[v] / median));
    return of;
  }

  /** Returns one random sign per node and direction. */
  private double[] signs(int nodes) {
    double[] r = new double[nodes * moves.directions().length];
    Arrays.setAll(r, i -> random.nextBoolean() ? 1 : -1);
    return r;
  }

  @Override
  public List<Columns.Column> next(int queries) {
    List<double[]> asked = new ArrayList<>();
    List<LowRankFeatures> features = new ArrayList<>();
    for (int q = 0; q < queries; q++) {
      double[] r = signs(prober.n());
      asked.add(r);
      features.add(moves.features(r, 1, step));
    }
    List<Columns.Column> columns = new ArrayList<>(first);
    first.clear();
    List<DMatrixRMaj> answers = prober.ask(features);
    for (int q = 0; q < queries; q++) {
      double[] change = Moves.difference(answers.get(q).data, base, 1);
      columns.addAll(channels.columns(asked.get(q), change));
    }
    return columns;
  }

  @Override
  public List<Columns.Column> about(int[] members) {
    double[] r = signs(members.length);
    List<DMatrixRMaj> answers =
        prober.ask(members, List.of(moves.features(r, 1, step), moves.features(r, 1, 0)));
    return channels.columns(r, Moves.difference(answers.get(0).data, answers.get(1).data, 1));
  }

  @Override
  public int numbersPerQuery() {
    return channels.count();
  }

  @Override
  public double floor() {
    return floor;
  }

  @Override
  public Coupling coupling() {
    return Coupling.none(prober.n());
  }

  @Override
  public double[] rowSums() {
    return sums;
  }

  @Override
  public boolean rowsSumToOne() {
    return isEqual;
  }

  @Override
  public String description() {
    return "small moves of equal features";
  }
}
