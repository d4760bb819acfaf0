package io.linkteller.attack.compressed;

import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.inference.output.AnswerPrecision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * Equal features and small moves: every node has the features x₀, and node u moves by δ Σ_k r_uk
 * g_k along K common directions. All masks and attention weights are equal, so the answer of v
 * moves by δ Σ_u M_vu C r_u + O(δ²) with one c x K matrix C: a query gives up to c numbers a row.
 *
 * <ol>
 *   <li>The base query. Where answers differ between nodes, Â has rows of different sums, and x₀ is
 *       made so large that biases do not make masks differ.
 *   <li>K queries in which all nodes move alike along one g_k give C and the row sums of M.
 *   <li>Two queries with opposite moves give the curvature, on which the step δ depends: rounding
 *       grows with 1/δ, curvature with δ.
 *   <li>The singular vectors of C are the channels; one that is below the error is dropped.
 * </ol>
 */
final class SmallMoves implements Measurement {

  /** x₀ beside which biases vanish. */
  private static final double LARGE = 1e6;

  /** Answers that differ by less than this share of their size are answers about equal nodes. */
  private static final double EQUAL = 0.01;

  private static final int MOST_DIRECTIONS = 12;
  private static final int MOST_STEPS = 4;

  private final Prober prober;
  private final Random random;
  private final double[][] directions;
  private final DMatrixRMaj base;
  private final boolean equal;
  private final double digits;
  private final double[] x0;
  private double step;
  private double floor;

  /** The channels that are above the error, and all of them, on one scale. */
  private Channels kept = new Channels(new double[0][], new double[0][], new double[0]);

  private Channels all = kept;
  private double[] sums = {};

  /** What was asked, and how far the answers moved; the first is what chose the step. */
  private final List<double[]> moves = new ArrayList<>();

  private final List<double[]> changes = new ArrayList<>();
  private int told;

  /**
   * Pairs of combinations of answers and of directions.
   *
   * @param left for each channel the factors of the c numbers of an answer
   * @param right for each channel the factors of the K directions
   * @param errors the error of each
   */
  @SuppressWarnings("ArrayRecordComponent") // Used in this class alone.
  private record Channels(double[][] left, double[][] right, double[] errors) {}

  private SmallMoves(Prober prober, long seed) {
    this.prober = prober;
    this.random = new Random(seed);
    double[] features = UniformFeatures.x0(prober.nodes(), seed);
    // The size of the data, in which the curvature of attention is ordinary.
    double size = ordinarySize(prober) / norm(features);
    for (int i = 0; i < features.length; i++) {
      features[i] *= size;
    }
    DMatrixRMaj first = prober.ask(same(features));
    this.digits = AnswerPrecision.ofDigits(first);
    this.equal = spread(first) <= EQUAL;
    if (!equal) {
      for (int i = 0; i < features.length; i++) {
        features[i] *= LARGE / size;
      }
      first = prober.ask(same(features));
    }
    this.x0 = features;
    this.base = first;
    this.directions = new double[Math.min(base.numCols, MOST_DIRECTIONS)][];
    for (int k = 0; k < directions.length; k++) {
      double[] g = UniformFeatures.x0(prober.nodes(), seed + 1 + k);
      for (int i = 0; i < g.length; i++) {
        g[i] *= equal ? size : LARGE;
      }
      directions[k] = g;
    }
    this.step = Math.cbrt(digits);
    calibrate();
  }

  /**
   * Asks the base query and those that calibrate.
   *
   * @throws UnsuitableModelException if answers do not move
   */
  static SmallMoves start(Prober prober, long seed) {
    return new SmallMoves(prober, seed);
  }

  /** The median length of the rows of the targets' own features; that of x₀ if they are zero. */
  private static double ordinarySize(Prober prober) {
    double[] sizes = new double[prober.n()];
    double[] row = new double[prober.nodes().features().cols()];
    for (int i = 0; i < sizes.length; i++) {
      prober.nodes().features().copyRow(prober.nodes().rowOfTarget(i), row);
      sizes[i] = norm(row);
    }
    Arrays.sort(sizes);
    double median = sizes[sizes.length / 2];
    return median > 0 ? median : Math.sqrt(row.length / 3.0);
  }

  private LowRankFeatures same(double[] x) {
    double[] s = new double[prober.n()];
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

  /** Chooses δ and finds the channels. */
  private void calibrate() {
    int c = base.numCols;
    double size = norm(base.data);
    double[] bend = new double[base.getNumElements()];
    double[] odd = new double[base.getNumElements()];
    double[] r;
    for (int attempt = 1; ; attempt++) {
      r = signs();
      List<DMatrixRMaj> both = prober.ask(List.of(moved(r, step), moved(r, -step)));
      double moved = 0;
      double bent = 0;
      for (int i = 0; i < base.getNumElements(); i++) {
        double there = both.get(0).data[i] - base.data[i];
        double back = both.get(1).data[i] - base.data[i];
        odd[i] = (there - back) / 2;
        moved += odd[i] * odd[i];
        bend[i] = (there + back) / 2;
        bent += bend[i] * bend[i];
      }
      moved = Math.sqrt(moved);
      bent = Math.sqrt(bent);
      double rounding = digits * size;
      if (!(moved > 4 * rounding)) {
        throw new UnsuitableModelException("answers do not move with features " + asked());
      }
      floor = Math.max(bent, rounding) / moved;
      // Curvature grows with the square of δ, the move with δ, rounding not at all.
      double better = Math.sqrt(rounding / Math.max(bent, rounding / 64));
      if (attempt == MOST_STEPS || (better > 0.25 && better < 4)) {
        break;
      }
      step *= better;
    }
    int n = prober.n();
    int k = directions.length;
    List<LowRankFeatures> alike = new ArrayList<>();
    for (int direction = 0; direction < k; direction++) {
      double[] one = new double[n * k];
      for (int v = 0; v < n; v++) {
        one[v * k + direction] = 1;
      }
      alike.add(moved(one, step));
    }
    List<DMatrixRMaj> answers = prober.ask(alike);
    // The common response C, as the mean over nodes in proportion to their row sums.
    sums = rowSums(answers, c);
    double squares = 0;
    for (double sum : sums) {
      squares += sum * sum;
    }
    DMatrixRMaj common = new DMatrixRMaj(c, k);
    for (int j = 0; j < c; j++) {
      for (int direction = 0; direction < k; direction++) {
        double total = 0;
        for (int v = 0; v < n; v++) {
          int i = v * c + j;
          total += sums[v] * (answers.get(direction).data[i] - base.data[i]);
        }
        common.set(j, direction, total / squares / step);
      }
    }
    channels(common, bend, digits * size / Math.sqrt(base.getNumElements()));
    moves.add(r);
    changes.add(odd);
  }

  /** Returns which features were moved: small moves say nothing of a model at others. */
  private String asked() {
    return equal
        ? "that are equal for all nodes and as large as those of the data"
        : "that are equal for all nodes and so large that biases vanish: they saturate some models,"
            + " such as those with tanh, and only relu layers suit";
  }

  /** The sums of the rows of M up to a factor, with median 1: how far each answer moves. */
  private double[] rowSums(List<DMatrixRMaj> answers, int c) {
    int n = prober.n();
    double[] sums = new double[n];
    for (int v = 0; v < n; v++) {
      for (DMatrixRMaj answer : answers) {
        for (int j = 0; j < c; j++) {
          sums[v] += Math.pow(answer.data[v * c + j] - base.data[v * c + j], 2);
        }
      }
      sums[v] = Math.sqrt(sums[v]);
    }
    double[] sorted = sums.clone();
    Arrays.sort(sorted);
    double median = sorted[n / 2];
    if (!(median > 0)) {
      throw new UnsuitableModelException(
          "the answers of most nodes do not move with features " + asked());
    }
    for (int v = 0; v < n; v++) {
      sums[v] /= median;
    }
    return sums;
  }

  private void channels(DMatrixRMaj common, double[] bend, double rounding) {
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(common.numRows, common.numCols, true, true, true);
    if (!svd.decompose(common.copy())) {
      throw new IllegalStateException("the common response has no singular values");
    }
    double[] values = svd.getSingularValues();
    DMatrixRMaj u = svd.getU(null, false);
    DMatrixRMaj v = svd.getV(null, false);
    double largest = 0;
    for (double value : values) {
      largest = Math.max(largest, value);
    }
    List<double[]> ofAnswers = new ArrayList<>();
    List<double[]> ofMoves = new ArrayList<>();
    double[][] allAnswers = new double[values.length][];
    double[][] allMoves = new double[values.length][];
    for (int i = 0; i < values.length; i++) {
      allAnswers[i] = column(u, i, 1 / (largest * step));
      allMoves[i] = column(v, i, 1);
      double share = values[i] / largest;
      if (share < 4 * floor) {
        continue;
      }
      // Channels count by how far they are above the error.
      double weight = share / (share + 8 * floor);
      ofAnswers.add(column(u, i, weight / (values[i] * step)));
      ofMoves.add(column(v, i, weight));
    }
    if (ofAnswers.isEmpty()) {
      throw new UnsuitableModelException("answers move by less than their errors");
    }
    kept =
        channels(
            ofAnswers.toArray(new double[0][]), ofMoves.toArray(new double[0][]), bend, rounding);
    all = channels(allAnswers, allMoves, bend, rounding);
  }

  private static double[] column(DMatrixRMaj matrix, int col, double factor) {
    double[] column = new double[matrix.numRows];
    for (int row = 0; row < column.length; row++) {
      column[row] = factor * matrix.get(row, col);
    }
    return column;
  }

  /** The error of each channel: curvature, and the rounding of two answers. */
  private Channels channels(double[][] left, double[][] right, double[] bend, double rounding) {
    int c = base.numCols;
    double[] errors = new double[left.length];
    for (int channel = 0; channel < left.length; channel++) {
      double squares = 0;
      for (int v = 0; v < prober.n(); v++) {
        double along = 0;
        for (int j = 0; j < c; j++) {
          along += bend[v * c + j] * left[channel][j];
        }
        squares += along * along;
      }
      double curvature = Math.sqrt(squares / prober.n());
      errors[channel] = Math.max(curvature, Math.sqrt(2) * rounding * norm(left[channel]));
    }
    return new Channels(left, right, errors);
  }

  /** One sign per node and direction. */
  private double[] signs() {
    return signs(prober.n());
  }

  private double[] signs(int nodes) {
    double[] r = new double[nodes * directions.length];
    for (int i = 0; i < r.length; i++) {
      r[i] = random.nextBoolean() ? 1 : -1;
    }
    return r;
  }

  private LowRankFeatures moved(double[] r, double by) {
    int k = directions.length;
    int n = r.length / k;
    DMatrixRMaj factors = new DMatrixRMaj(n, k + 1);
    DMatrixRMaj vectors = new DMatrixRMaj(k + 1, x0.length);
    System.arraycopy(x0, 0, vectors.data, 0, x0.length);
    for (int direction = 0; direction < k; direction++) {
      System.arraycopy(
          directions[direction], 0, vectors.data, (direction + 1) * x0.length, x0.length);
    }
    for (int v = 0; v < n; v++) {
      factors.set(v, 0, 1);
      for (int direction = 0; direction < k; direction++) {
        factors.set(v, direction + 1, by * r[v * k + direction]);
      }
    }
    return LowRankFeatures.of(factors, vectors);
  }

  @Override
  public List<Columns.Column> next(int queries) {
    List<LowRankFeatures> features = new ArrayList<>();
    for (int q = 0; q < queries; q++) {
      double[] r = signs();
      moves.add(r);
      features.add(moved(r, step));
    }
    for (DMatrixRMaj answer : prober.ask(features)) {
      changes.add(difference(answer, base));
    }
    List<Columns.Column> columns = columns(kept, told);
    told = changes.size();
    return columns;
  }

  @Override
  public List<Columns.Column> unweighted() {
    return columns(all, 0);
  }

  @Override
  public List<Columns.Column> about(int[] members) {
    double[] r = signs(members.length);
    List<LowRankFeatures> features = new ArrayList<>(List.of(moved(r, step)));
    if (!equal) {
      features.add(moved(r, 0));
    }
    List<DMatrixRMaj> answers = prober.ask(members, features);
    // Where rows of Â sum to one, they do so among some of the nodes, too.
    DMatrixRMaj still =
        equal ? CommonOps_DDRM.extract(base, 0, members.length, 0, base.numCols) : answers.get(1);
    return columns(kept, r, difference(answers.get(0), still));
  }

  private static double[] difference(DMatrixRMaj answer, DMatrixRMaj from) {
    double[] change = new double[answer.getNumElements()];
    for (int i = 0; i < change.length; i++) {
      change[i] = answer.data[i] - from.data[i];
    }
    return change;
  }

  /** The columns of queries from one on, one for each query and channel. */
  private List<Columns.Column> columns(Channels of, int from) {
    List<Columns.Column> columns = new ArrayList<>();
    for (int q = from; q < changes.size(); q++) {
      columns.addAll(columns(of, moves.get(q), changes.get(q)));
    }
    return columns;
  }

  /** The columns of one query, one for each channel. */
  private List<Columns.Column> columns(Channels of, double[] r, double[] change) {
    int k = directions.length;
    int n = r.length / k;
    int c = base.numCols;
    List<Columns.Column> columns = new ArrayList<>();
    for (int channel = 0; channel < of.left().length; channel++) {
      double[] rColumn = new double[n];
      double[] yColumn = new double[n];
      for (int v = 0; v < n; v++) {
        for (int i = 0; i < k; i++) {
          rColumn[v] += r[v * k + i] * of.right()[channel][i];
        }
        for (int j = 0; j < c; j++) {
          yColumn[v] += change[v * c + j] * of.left()[channel][j];
        }
      }
      columns.add(new Columns.Column(rColumn, yColumn, of.errors()[channel]));
    }
    return columns;
  }

  /** {@return the relative precision of the answers} */
  double digits() {
    return digits;
  }

  @Override
  public int numbersPerQuery() {
    return kept.left().length;
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
    return equal;
  }

  @Override
  public String description() {
    return "small moves of equal features";
  }

  private static double norm(double[] x) {
    double squares = 0;
    for (double value : x) {
      squares += value * value;
    }
    return Math.sqrt(squares);
  }
}
