package io.linkteller.attack.compressed;

import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.feature.FeatureRange;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.inference.NonFiniteAnswerException;
import io.linkteller.inference.output.AnswerPrecision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Rays: the features of node u are s_u g, positive multiples of one vector. With one weight matrix
 * a layer and relu, activations are positive multiples of one vector in every layer, so all masks
 * are equal and the answer of v is Σ_u M_vu s_u along one direction, exactly, for moves of any
 * size: one number a row and query, and single precision loses nothing.
 *
 * <p>s_u is 1 or 3, and the base has 2 everywhere. Two queries whose multiples add up to 4 show
 * whether answers are linear in them, one with 3 everywhere the row sums of M.
 */
final class Rays implements Measurement {

  /** A size of features beside which biases vanish. */
  static final double LARGE = 1e8;

  private static final int VECTORS = 6;

  /** How far above rounding the floor of a vector may be that is taken at once. */
  private static final double NEARLY_EXACT = 16;

  private static final double LOW = 1;
  private static final double HIGH = 3;

  private final Prober prober;
  private final Random random;
  private final double[] g;
  private final double[] offset;
  private final double[] direction;
  private final double[] base;
  private final double[] sums;
  private final double unit;
  private final double floor;

  /** The part of the floor that rounding of the answers causes. */
  private final double rounding;

  private final double error;

  private Rays(Prober prober, double[] g, double[] offset, long seed) {
    this.prober = prober;
    this.offset = offset;
    this.random = new Random(seed);
    this.g = g;
    int n = prober.n();
    double[] s = signs();
    double[] opposite = new double[n];
    double[] same = new double[n];
    double[] most = new double[n];
    for (int v = 0; v < n; v++) {
      opposite[v] = -s[v];
      most[v] = 1;
    }
    DMatrixRMaj middle = prober.ask(ray(same));
    List<DMatrixRMaj> answers = prober.ask(List.of(ray(s), ray(opposite), ray(most)));
    DMatrixRMaj rise = CommonOps_DDRM.subtract(answers.get(2), middle, null);
    this.direction = direction(rise);
    this.base = along(middle);
    // Differences, since biases move all answers beside features of ordinary size.
    this.sums = along(rise);
    double[] sorted = sums.clone();
    Arrays.sort(sorted);
    this.unit = sorted[n / 2];
    for (int v = 0; v < n; v++) {
      sums[v] /= unit;
    }
    double[] there = along(answers.get(0));
    double[] back = along(answers.get(1));
    double moved = 0;
    double bent = 0;
    for (int v = 0; v < n; v++) {
      moved += Math.pow(there[v] - back[v], 2) / 4;
      bent += Math.pow((there[v] + back[v]) / 2 - base[v], 2);
    }
    if (!(unit > 0 && moved > 0)) {
      throw new UnsuitableModelException("answers do not grow with the features of all nodes");
    }
    double error = AnswerPrecision.ofDigits(middle) * norm(base);
    this.rounding = error / Math.sqrt(moved);
    this.floor = Math.max(Math.sqrt(bent / moved), rounding);
    this.error = Math.max(Math.sqrt(bent), error) / Math.sqrt(n) / unit;
  }

  /**
   * Asks four queries with features of any size.
   *
   * @param size the size of the largest feature
   * @throws UnsuitableModelException if answers do not grow with the features, or overflow
   */
  static Rays start(Prober prober, long seed, double size) {
    double[] g = UniformFeatures.x0(prober.nodes(), seed);
    for (int i = 0; i < g.length; i++) {
      g[i] *= size / HIGH;
    }
    try {
      return new Rays(prober, g, new double[g.length], seed);
    } catch (NonFiniteAnswerException e) {
      throw new UnsuitableModelException("answers to features of size " + size + " overflow", e);
    }
  }

  /**
   * Asks four queries with features within a range. Where it does not hold 0 in a column, all nodes
   * have the number nearest to 0 there beside the multiple, which only adds to what biases do.
   * Along some vectors biases close units of some nodes: up to {@value #VECTORS} are tried until
   * answers are nearly as linear as they are exact.
   *
   * @throws UnsuitableModelException if answers do not grow with the features
   */
  static Rays within(FeatureRange range, Prober prober, long seed) {
    Random ends = new Random(seed);
    Rays best = within(range, prober, ends, seed);
    for (int tried = 1; tried < VECTORS && best.floor > NEARLY_EXACT * best.rounding; tried++) {
      Rays next = within(range, prober, ends, seed);
      best = next.floor < best.floor ? next : best;
    }
    return best;
  }

  private static Rays within(FeatureRange range, Prober prober, Random ends, long seed) {
    double[] g = new double[range.cols()];
    double[] offset = new double[range.cols()];
    for (int col = 0; col < g.length; col++) {
      offset[col] = Math.max(range.least(col), Math.min(range.most(col), 0));
      double end = ends.nextBoolean() ? range.most(col) : range.least(col);
      g[col] = ends.nextDouble() * (end - offset[col]) / HIGH;
    }
    return new Rays(prober, g, offset, seed);
  }

  private double[] signs() {
    return signs(prober.n());
  }

  private double[] signs(int nodes) {
    double[] s = new double[nodes];
    for (int v = 0; v < s.length; v++) {
      s[v] = random.nextBoolean() ? 1 : -1;
    }
    return s;
  }

  private LowRankFeatures ray(double[] signs) {
    DMatrixRMaj factors = new DMatrixRMaj(signs.length, 2);
    for (int v = 0; v < signs.length; v++) {
      factors.set(v, 0, 1);
      factors.set(v, 1, (LOW + HIGH) / 2 + (HIGH - LOW) / 2 * signs[v]);
    }
    DMatrixRMaj vectors = new DMatrixRMaj(2, g.length);
    System.arraycopy(offset, 0, vectors.data, 0, g.length);
    System.arraycopy(g, 0, vectors.data, g.length, g.length);
    return LowRankFeatures.of(factors, vectors);
  }

  /** The unit vector of the row of median size. */
  private static double[] direction(DMatrixRMaj answer) {
    int c = answer.numCols;
    Integer[] order = new Integer[answer.numRows];
    Arrays.setAll(order, i -> i);
    double[] sizes = new double[answer.numRows];
    for (int v = 0; v < sizes.length; v++) {
      sizes[v] = norm(Arrays.copyOfRange(answer.data, v * c, (v + 1) * c));
    }
    Arrays.sort(order, (a, b) -> Double.compare(sizes[a], sizes[b]));
    int middle = order[order.length / 2];
    double[] direction = new double[c];
    for (int j = 0; j < c; j++) {
      direction[j] = answer.data[middle * c + j] / Math.max(sizes[middle], Double.MIN_NORMAL);
    }
    return direction;
  }

  private double[] along(DMatrixRMaj answer) {
    int c = answer.numCols;
    double[] along = new double[answer.numRows];
    for (int v = 0; v < along.length; v++) {
      for (int j = 0; j < c; j++) {
        along[v] += answer.data[v * c + j] * direction[j];
      }
    }
    return along;
  }

  @Override
  public List<Columns.Column> next(int queries) {
    List<double[]> moves = new ArrayList<>();
    List<LowRankFeatures> features = new ArrayList<>();
    for (int q = 0; q < queries; q++) {
      double[] s = signs();
      moves.add(s);
      features.add(ray(s));
    }
    List<DMatrixRMaj> answers = prober.ask(features);
    List<Columns.Column> columns = new ArrayList<>();
    for (int q = 0; q < queries; q++) {
      columns.add(column(moves.get(q), along(answers.get(q)), base));
    }
    return columns;
  }

  @Override
  public List<Columns.Column> about(int[] members) {
    double[] s = signs(members.length);
    List<DMatrixRMaj> answers =
        prober.ask(members, List.of(ray(new double[members.length]), ray(s)));
    return List.of(column(s, along(answers.get(1)), along(answers.get(0))));
  }

  private Columns.Column column(double[] s, double[] answer, double[] from) {
    double[] y = new double[answer.length];
    for (int v = 0; v < y.length; v++) {
      y[v] = (answer[v] - from[v]) / unit;
    }
    return new Columns.Column(s, y, error);
  }

  @Override
  public int numbersPerQuery() {
    return 1;
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
    return false;
  }

  @Override
  public String description() {
    return "rays";
  }

  private static double norm(double[] x) {
    double squares = 0;
    for (double value : x) {
      squares += value * value;
    }
    return Math.sqrt(squares);
  }
}
