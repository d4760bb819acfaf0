package io.linkteller.attack.compressed;

import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.feature.LowRankFeatures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * Measures odd parts, f(X) - f(-X), of models in which a virtual node, GraphNorm or PairNorm
 * couples all nodes. In the odd part of a network with one hidden layer, relu becomes the identity,
 * because z = relu(z) - relu(-z), and a normalization is odd itself. The masks, which differ
 * between nodes after a normalization, therefore cancel. Each odd part takes two queries.
 *
 * <p>The coupling affects all nodes alike. In each column of answers, it lies in the span of a few
 * vectors: the constant vector 1, the base answers and the row sums of M. These are projected out,
 * and the sparse M explains the rest.
 */
final class OddParts implements Measurement {

  /** Candidate feature sizes, each with a relative move size; the most linear candidate is used. */
  private static final double[][] CANDIDATES = {
    {1000, 1e-2}, {1000, 1e-3}, {1000, 1e-4}, {30, 3e-3}, {5, 1e-2}
  };

  /** The maximum number of directions, because each takes two queries to calibrate. */
  private static final int MAX_DIRECTIONS = 6;

  /** Singular values of the base answers below this share of the largest are rounding errors. */
  private static final double DISTINCT = 1e-4;

  /** The maximum number of singular vectors of the base answers that are projected out. */
  private static final int BASE_VECTORS = 2;

  /** The number of queries for an odd part: one with X, one with -X. */
  private static final int PAIR = 2;

  /** The share of the answers that is due to biases if features have size 1. */
  private static final double BIASES = 0.03;

  private final Prober prober;
  private final Random random;
  private final Moves moves;
  private final double size;
  private final double step;
  private final double[] base;
  private final double[] bend;
  private final int logits;

  /** The signs of the calibrating moves, the same for all directions. */
  private final double[] alike;

  /** The odd parts of the answers to these moves, one for each direction. */
  private final List<double[]> alikeAnswers = new ArrayList<>();

  private final List<double[]> asked = new ArrayList<>();
  private final List<double[]> answers = new ArrayList<>();
  private Coupling coupling;
  private Channels channels;
  private double floor;

  /**
   * Sends the queries that test whether the nodes are coupled, choose the size of the moves, and
   * calibrate the channels.
   *
   * @throws UnsuitableModelException if nothing couples the nodes, or odd parts are not linear
   */
  OddParts(Prober prober, long seed) {
    this.prober = prober;
    this.random = new Random(seed);
    int n = prober.n();
    double[] x0 = UniformFeatures.x0(prober.nodes(), seed);
    requireCoupled(x0);
    double[] pattern = balanced();
    Moves one = Moves.along(x0, prober.nodes(), seed + 1, 1, 1);
    double least = Double.POSITIVE_INFINITY;
    double[] chosen = CANDIDATES[0];
    double[] chosenBase = {};
    double[] chosenBend = {};
    for (double[] candidate : CANDIDATES) {
      double[] still = odd(one, pattern, candidate[0], 0);
      double[] whole = Moves.difference(odd(one, pattern, candidate[0], candidate[1]), still, 1);
      double[] half = Moves.difference(odd(one, pattern, candidate[0], candidate[1] / 2), still, 2);
      double[] bent = Moves.difference(whole, half, 1);
      double[] apart = coupling(still).away(whole, still.length / n);
      double crooked = Moves.norm(bent) / Moves.norm(apart) + BIASES / candidate[0];
      if (crooked < least) {
        least = crooked;
        chosen = candidate;
        chosenBase = still;
        chosenBend = bent;
      }
    }
    if (!(least < 1)) {
      throw new UnsuitableModelException(
          "the odd part of the answers is not linear in small moves: " + least);
    }
    this.size = chosen[0];
    this.step = chosen[1];
    this.base = chosenBase;
    this.bend = chosenBend;
    this.logits = base.length / n;
    int k = Math.min(logits, MAX_DIRECTIONS);
    this.moves = Moves.along(x0, prober.nodes(), seed + 2, k, 1);
    this.alike = balanced();
    for (double[] direction : moves.directions()) {
      Moves along = new Moves(x0, new double[][] {direction});
      alikeAnswers.add(Moves.difference(odd(along, alike, size, step), base, 1));
    }
    this.coupling = coupling(base);
    this.channels = channels();
  }

  /**
   * Checks that nodes are coupled by moving one node. If nothing couples them, the answers for
   * nodes beyond its reach stay the same to the last bit, and odd parts reveal no more than {@link
   * SmallMoves}.
   */
  private void requireCoupled(double[] x0) {
    double[] factors = new double[prober.n()];
    Arrays.fill(factors, 1);
    LowRankFeatures before = LowRankFeatures.of(factors, x0);
    factors[0] = 2;
    List<DMatrixRMaj> both = prober.ask(List.of(before, LowRankFeatures.of(factors, x0)));
    int width = both.get(0).numCols;
    int moved = 0;
    for (int v = 0; v < prober.n(); v++) {
      int from = v * width;
      int to = from + width;
      moved += Arrays.equals(both.get(0).data, from, to, both.get(1).data, from, to) ? 0 : 1;
    }
    if (2 * moved < prober.n()) {
      throw new UnsuitableModelException(
          "nothing couples the nodes: moving one changes only " + moved + " answers");
    }
  }

  private double[] odd(Moves along, double[] r, double s, double t) {
    List<DMatrixRMaj> pair =
        prober.ask(List.of(along.features(r, s, s * t), along.features(r, -s, -s * t)));
    return Moves.difference(pair.get(0).data, pair.get(1).data, 1);
  }

  private Coupling coupling(double[] answer, double[]... more) {
    int n = prober.n();
    return Coupling.of(n, answer.length / n, answer, DISTINCT, BASE_VECTORS, more);
  }

  /** Returns random signs, half of them positive, so sums over all nodes stay the same. */
  private double[] balanced() {
    double[] signs = new double[prober.n()];
    Arrays.setAll(signs, v -> v % 2 == 0 ? 1 : -1);
    for (int v = signs.length - 1; v > 0; v--) {
      int u = random.nextInt(v + 1);
      double swapped = signs[v];
      signs[v] = signs[u];
      signs[u] = swapped;
    }
    return signs;
  }

  /** Computes the channels from the answers to equal moves, with the coupling projected out. */
  private Channels channels() {
    int n = prober.n();
    int k = alikeAnswers.size();
    DMatrixRMaj stacked = new DMatrixRMaj(n, k * logits);
    for (int i = 0; i < k; i++) {
      double[] away = coupling.away(alikeAnswers.get(i), logits);
      for (int v = 0; v < n; v++) {
        System.arraycopy(away, v * logits, stacked.data, v * k * logits + i * logits, logits);
      }
    }
    SingularValueDecomposition_F64<DMatrixRMaj> svd = Channels.decomposed(stacked);
    int leading = Channels.leading(svd.getSingularValues());
    double[] u = Channels.column(svd.getU(null, false), leading, 1);
    double[] projected = coupling.away(alike, 1);
    double sign = 0;
    for (int v = 0; v < n; v++) {
      sign += u[v] * projected[v];
    }
    double value = svd.getSingularValues()[leading] / Math.sqrt(n);
    double[] v = Channels.column(svd.getV(null, false), leading, Math.signum(sign) * value);
    DMatrixRMaj common = new DMatrixRMaj(logits, k);
    for (int i = 0; i < v.length; i++) {
      common.set(i % logits, i / logits, v[i]);
    }
    double[] bent = coupling.away(bend, logits);
    floor = Moves.norm(bent) / Math.sqrt(n) / Moves.norm(v);
    return Channels.of(common, floor, bent, 0);
  }

  @Override
  public List<Columns.Column> next(int queries) {
    int before = asked.size();
    int k = moves.directions().length;
    for (int q = 0; q < queries / PAIR; q++) {
      double[] r = new double[prober.n() * k];
      for (int i = 0; i < k; i++) {
        double[] signs = balanced();
        for (int v = 0; v < signs.length; v++) {
          r[v * k + i] = signs[v];
        }
      }
      asked.add(r);
      answers.add(Moves.difference(odd(moves, r, size, step), base, 1));
    }
    return columns(before);
  }

  /** Projects out the coupling that the decoded M reveals, and returns all columns. */
  @Override
  public List<Columns.Column> again(double[] entries) {
    double[] sums = new double[prober.n()];
    for (int i = 0; i < entries.length; i++) {
      sums[i / sums.length] += entries[i];
    }
    coupling = coupling(base, sums);
    channels = channels();
    return columns(0);
  }

  private List<Columns.Column> columns(int from) {
    List<Columns.Column> columns = new ArrayList<>();
    for (int q = from; q < asked.size(); q++) {
      columns.addAll(channels.columns(asked.get(q), coupling.away(answers.get(q), logits)));
    }
    return columns;
  }

  @Override
  public Coupling coupling() {
    return coupling;
  }

  @Override
  public int minQueries() {
    return PAIR;
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
  public double[] rowSums() {
    double[] ones = new double[prober.n()];
    Arrays.fill(ones, 1);
    return ones;
  }

  @Override
  public boolean rowsSumToOne() {
    return false;
  }

  @Override
  public String description() {
    return "odd parts, size " + size + ", moves " + step;
  }
}
