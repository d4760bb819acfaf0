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
  private double[][] left = {};
  private double[][] right = {};
  private double[] errors = {};
  private double[] sums = {};

  /** What the queries that chose the step measured. */
  private List<Columns.Column> first = List.of();

  private SmallMoves(Prober prober, long seed) {
    this.prober = prober;
    this.random = new Random(seed);
    double[] features = UniformFeatures.x0(prober.nodes(), seed);
    // The size of the data, in which the curvature of attention is ordinary.
    double size = ordinarySize(prober) / norm(features);
    for (int i = 0; i < features.length; i++) {
      features[i] *= size;
    }
    DMatrixRMaj first = prober.ask(same(features, 1));
    this.digits = AnswerPrecision.ofDigits(first);
    this.equal = spread(first) <= EQUAL;
    if (!equal) {
      for (int i = 0; i < features.length; i++) {
        features[i] *= LARGE / size;
      }
      first = prober.ask(same(features, 1));
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

  private LowRankFeatures same(double[] x, double factor) {
    double[] s = new double[prober.n()];
    Arrays.fill(s, factor);
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
        throw new UnsuitableModelException("answers do not move when the features of all nodes do");
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
    channels(common);
    errors(bend, digits * size / Math.sqrt(base.getNumElements()));
    first = columns(r, odd);
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
      throw new UnsuitableModelException("the answers of most nodes do not move");
    }
    for (int v = 0; v < n; v++) {
      sums[v] /= median;
    }
    return sums;
  }

  private void channels(DMatrixRMaj common) {
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
    for (int i = 0; i < values.length; i++) {
      double share = values[i] / largest;
      if (share < 4 * floor) {
        continue;
      }
      // Channels count by how far they are above the error.
      double weight = share / (share + 8 * floor);
      double[] answer = new double[common.numRows];
      for (int j = 0; j < answer.length; j++) {
        answer[j] = u.get(j, i) * weight / (values[i] * step);
      }
      double[] move = new double[common.numCols];
      for (int j = 0; j < move.length; j++) {
        move[j] = v.get(j, i) * weight;
      }
      ofAnswers.add(answer);
      ofMoves.add(move);
    }
    left = ofAnswers.toArray(new double[0][]);
    right = ofMoves.toArray(new double[0][]);
    if (left.length == 0) {
      throw new UnsuitableModelException("answers move by less than their errors");
    }
  }

  /** The error of each channel: curvature, and the rounding of two answers. */
  private void errors(double[] bend, double rounding) {
    int c = base.numCols;
    errors = new double[left.length];
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
  }

  /** One sign per node and direction. */
  private double[] signs() {
    double[] r = new double[prober.n() * directions.length];
    for (int i = 0; i < r.length; i++) {
      r[i] = random.nextBoolean() ? 1 : -1;
    }
    return r;
  }

  private LowRankFeatures moved(double[] r, double by) {
    int n = prober.n();
    int k = directions.length;
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
    List<double[]> moves = new ArrayList<>();
    List<LowRankFeatures> features = new ArrayList<>();
    for (int q = 0; q < queries; q++) {
      double[] r = signs();
      moves.add(r);
      features.add(moved(r, step));
    }
    List<DMatrixRMaj> answers = prober.ask(features);
    List<Columns.Column> columns = new ArrayList<>(first);
    first = List.of();
    for (int q = 0; q < queries; q++) {
      double[] change = new double[base.getNumElements()];
      for (int i = 0; i < change.length; i++) {
        change[i] = answers.get(q).data[i] - base.data[i];
      }
      columns.addAll(columns(moves.get(q), change));
    }
    return columns;
  }

  /** The columns of a query, one for each channel. */
  private List<Columns.Column> columns(double[] r, double[] change) {
    int n = prober.n();
    int k = directions.length;
    int c = base.numCols;
    List<Columns.Column> columns = new ArrayList<>();
    for (int channel = 0; channel < left.length; channel++) {
      double[] rColumn = new double[n];
      double[] yColumn = new double[n];
      for (int v = 0; v < n; v++) {
        for (int i = 0; i < k; i++) {
          rColumn[v] += r[v * k + i] * right[channel][i];
        }
        for (int j = 0; j < c; j++) {
          yColumn[v] += change[v * c + j] * left[channel][j];
        }
      }
      columns.add(new Columns.Column(rColumn, yColumn, errors[channel]));
    }
    return columns;
  }

  /** {@return the relative precision of the answers} */
  double digits() {
    return digits;
  }

  @Override
  public int numbersPerQuery() {
    return left.length;
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
