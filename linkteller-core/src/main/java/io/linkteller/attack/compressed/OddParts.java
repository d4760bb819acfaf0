package io.linkteller.attack.compressed;

import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.feature.LowRankFeatures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * Odd parts, f(X) - f(-X), for models in which all nodes are coupled: a virtual node, GraphNorm,
 * PairNorm. In a network with one hidden layer a relu becomes the identity, z = relu(z) - relu(-z),
 * and a norm is odd itself, so that masks, which differ between nodes behind a norm, are gone. Each
 * odd part takes two queries.
 *
 * <p>What couples all nodes does not know their names: in each column of answers it lies in the
 * span of a few vectors, which are 1, the answers to the base and the row sums of M and M². They
 * are projected away, and the sparse M explains the rest.
 */
final class OddParts implements Measurement {

  /** Sizes of features and of moves relative to them; the straightest is taken. */
  private static final double[][] CANDIDATES = {
    {1000, 1e-2}, {1000, 1e-3}, {1000, 1e-4}, {30, 3e-3}, {5, 1e-2}
  };

  private static final int MOST_DIRECTIONS = 6;

  /** Singular values of the base answers below this share of the largest are rounding. */
  private static final double DISTINCT = 1e-4;

  private static final int BASE_VECTORS = 2;

  /** An odd part takes the answers to X and -X. */
  private static final int PAIR = 2;

  /** How much of the answers biases make at size 1. */
  private static final double BIASES = 0.03;

  private final Prober prober;
  private final Random random;
  private final double[] direction;
  private final double[][] moves;
  private final double scale;
  private final double step;
  private final double[] base;
  private final double[] bent;
  private final int logits;
  private final double[] alike;
  private final List<double[]> alikeAnswers = new ArrayList<>();
  private final List<double[]> asked = new ArrayList<>();
  private final List<double[]> answers = new ArrayList<>();
  private Coupling coupling;
  private double[][] left = {};
  private double[][] right = {};
  private double[] errors = {};
  private double floor;

  private OddParts(Prober prober, long seed) {
    this.prober = prober;
    this.random = new Random(seed);
    this.direction = UniformFeatures.x0(prober.nodes(), seed);
    int n = prober.n();
    double[] none = new double[n];
    double[] pattern = balanced();
    double[] along = UniformFeatures.x0(prober.nodes(), seed + 1);
    double least = Double.POSITIVE_INFINITY;
    double[] chosen = CANDIDATES[0];
    double[] chosenBase = {};
    double[] chosenBend = {};
    int width = 1;
    for (double[] candidate : CANDIDATES) {
      List<double[]> odd = new ArrayList<>();
      double[][] one = {along};
      for (double factor : new double[] {0, 1, 0.5}) {
        DMatrixRMaj answer =
            odd(features(factor == 0 ? none : pattern, one, candidate[0], candidate[1] * factor));
        width = answer.numCols;
        odd.add(answer.data);
      }
      Coupling of = Coupling.of(n, width, odd.get(0), DISTINCT, BASE_VECTORS, new double[0][]);
      double[] whole = difference(odd.get(1), odd.get(0), 1);
      double[] half = difference(odd.get(2), odd.get(0), 2);
      double[] bend = difference(whole, half, 1);
      double crooked = norm(bend) / norm(of.away(whole, width)) + BIASES / candidate[0];
      if (crooked < least) {
        least = crooked;
        chosen = candidate;
        chosenBase = odd.get(0);
        chosenBend = bend;
      }
    }
    if (!(least < 1)) {
      throw new UnsuitableModelException(
          "the odd part of the answers is not linear in small moves: " + least);
    }
    this.scale = chosen[0];
    this.step = chosen[1];
    this.base = chosenBase;
    this.bent = chosenBend;
    this.logits = width;
    this.moves = new double[Math.min(width, MOST_DIRECTIONS)][];
    for (int k = 0; k < moves.length; k++) {
      moves[k] = UniformFeatures.x0(prober.nodes(), seed + 2 + k);
    }
    // All nodes with the same signs along each direction: the common response up to a factor.
    this.alike = balanced();
    for (double[] move : moves) {
      DMatrixRMaj answer = odd(features(alike, new double[][] {move}, scale, step));
      alikeAnswers.add(difference(answer.data, base, 1));
    }
    this.coupling = Coupling.of(n, logits, base, DISTINCT, BASE_VECTORS, new double[0][]);
    channels();
  }

  /**
   * Asks whether nodes are coupled, the queries that choose the size of moves, and those that
   * calibrate.
   *
   * @throws UnsuitableModelException if nothing couples the nodes, or odd parts are not linear
   */
  static OddParts start(Prober prober, long seed) {
    requireCoupled(prober, UniformFeatures.x0(prober.nodes(), seed));
    return new OddParts(prober, seed);
  }

  /**
   * One node moves: where nothing couples all nodes, the answers of those beyond its reach are the
   * same to the last bit, and odd parts tell no more than moves of equal features do.
   */
  private static void requireCoupled(Prober prober, double[] x0) {
    double[] factors = new double[prober.n()];
    Arrays.fill(factors, 1);
    LowRankFeatures before = LowRankFeatures.of(factors, x0);
    factors[0] = 2;
    List<DMatrixRMaj> answers = prober.ask(List.of(before, LowRankFeatures.of(factors, x0)));
    int width = answers.get(0).numCols;
    int moved = 0;
    for (int v = 0; v < prober.n(); v++) {
      int from = v * width;
      int to = from + width;
      moved += Arrays.equals(answers.get(0).data, from, to, answers.get(1).data, from, to) ? 0 : 1;
    }
    if (2 * moved < prober.n()) {
      throw new UnsuitableModelException(
          "nothing couples the nodes: when one moves, the answers of " + moved + " do");
    }
  }

  private DMatrixRMaj odd(LowRankFeatures[] both) {
    List<DMatrixRMaj> pair = prober.ask(List.of(both));
    DMatrixRMaj odd = pair.get(0).copy();
    for (int i = 0; i < odd.getNumElements(); i++) {
      odd.data[i] -= pair.get(1).data[i];
    }
    return odd;
  }

  /** Features x₀ + Σ_k r_k g_k and their negative; r is n x K. */
  private LowRankFeatures[] features(double[] r, double[][] along, double size, double by) {
    int n = prober.n();
    int k = along.length;
    LowRankFeatures[] both = new LowRankFeatures[2];
    for (int sign = 0; sign < 2; sign++) {
      double signed = sign == 0 ? size : -size;
      DMatrixRMaj factors = new DMatrixRMaj(n, k + 1);
      DMatrixRMaj vectors = new DMatrixRMaj(k + 1, direction.length);
      System.arraycopy(direction, 0, vectors.data, 0, direction.length);
      for (int i = 0; i < k; i++) {
        System.arraycopy(along[i], 0, vectors.data, (i + 1) * direction.length, direction.length);
      }
      for (int v = 0; v < n; v++) {
        factors.set(v, 0, signed);
        for (int i = 0; i < k; i++) {
          factors.set(v, i + 1, signed * by * r[v * k + i]);
        }
      }
      both[sign] = LowRankFeatures.of(factors, vectors);
    }
    return both;
  }

  /** Signs of which half are positive, so that sums over all nodes do not move. */
  private double[] balanced() {
    int n = prober.n();
    double[] signs = new double[n];
    for (int v = 0; v < n; v++) {
      signs[v] = v % 2 == 0 ? 1 : -1;
    }
    for (int v = n - 1; v > 0; v--) {
      int u = random.nextInt(v + 1);
      double swapped = signs[v];
      signs[v] = signs[u];
      signs[u] = swapped;
    }
    return signs;
  }

  /** Finds the channels from the answers to like moves, the coupled part projected away. */
  private void channels() {
    int n = prober.n();
    int k = moves.length;
    DMatrixRMaj stacked = new DMatrixRMaj(n, k * logits);
    for (int i = 0; i < k; i++) {
      double[] away = coupling.away(alikeAnswers.get(i), logits);
      for (int v = 0; v < n; v++) {
        System.arraycopy(away, v * logits, stacked.data, v * k * logits + i * logits, logits);
      }
    }
    SingularValueDecomposition_F64<DMatrixRMaj> svd = decomposed(stacked);
    int leading = leading(svd.getSingularValues());
    DMatrixRMaj u = svd.getU(null, false);
    DMatrixRMaj v = svd.getV(null, false);
    double[] projected = coupling.away(alike, 1);
    double sign = 0;
    for (int row = 0; row < n; row++) {
      sign += u.get(row, leading) * projected[row];
    }
    DMatrixRMaj common = new DMatrixRMaj(logits, k);
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < logits; j++) {
        common.set(j, i, Math.signum(sign) * v.get(i * logits + j, leading));
      }
    }
    double size = svd.getSingularValues()[leading] / Math.sqrt(n);
    for (int i = 0; i < common.getNumElements(); i++) {
      common.data[i] *= size;
    }
    SingularValueDecomposition_F64<DMatrixRMaj> ofCommon = decomposed(common);
    double[] values = ofCommon.getSingularValues();
    double largest = values[leading(values)];
    double[] bend = coupling.away(bent, logits);
    floor = norm(bend) / Math.sqrt(n) / largest;
    List<double[]> ofAnswers = new ArrayList<>();
    List<double[]> ofMoves = new ArrayList<>();
    List<Double> ofErrors = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      double share = values[i] / largest;
      if (share < Math.min(0.5, floor)) {
        continue;
      }
      double weight = share / (share + floor);
      double[] answer = new double[logits];
      double[] move = new double[k];
      for (int j = 0; j < logits; j++) {
        answer[j] = ofCommon.getU(null, false).get(j, i) * weight / values[i];
      }
      for (int j = 0; j < k; j++) {
        move[j] = ofCommon.getV(null, false).get(j, i) * weight;
      }
      ofAnswers.add(answer);
      ofMoves.add(move);
      ofErrors.add(norm(along(bend, answer)) / Math.sqrt(n));
    }
    left = ofAnswers.toArray(new double[0][]);
    right = ofMoves.toArray(new double[0][]);
    if (left.length == 0) {
      throw new UnsuitableModelException("answers move by less than their errors");
    }
    errors = ofErrors.stream().mapToDouble(error -> error).toArray();
  }

  private static SingularValueDecomposition_F64<DMatrixRMaj> decomposed(DMatrixRMaj matrix) {
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(matrix.numRows, matrix.numCols, true, true, true);
    if (!svd.decompose(matrix.copy())) {
      throw new IllegalStateException("answers have no singular values");
    }
    return svd;
  }

  private static int leading(double[] values) {
    int leading = 0;
    for (int i = 1; i < values.length; i++) {
      leading = values[i] > values[leading] ? i : leading;
    }
    return leading;
  }

  private double[] along(double[] change, double[] answer) {
    double[] along = new double[prober.n()];
    for (int v = 0; v < along.length; v++) {
      for (int j = 0; j < logits; j++) {
        along[v] += change[v * logits + j] * answer[j];
      }
    }
    return along;
  }

  @Override
  public List<Columns.Column> next(int queries) {
    int n = prober.n();
    int k = moves.length;
    int before = asked.size();
    for (int q = 0; q < queries / PAIR; q++) {
      double[] r = new double[n * k];
      for (int i = 0; i < k; i++) {
        double[] signs = balanced();
        for (int v = 0; v < n; v++) {
          r[v * k + i] = signs[v];
        }
      }
      asked.add(r);
      answers.add(difference(odd(features(r, moves, scale, step)).data, base, 1));
    }
    return columns(before);
  }

  /** Projects away what M, as it was decoded, shows of the coupling; returns all columns again. */
  @Override
  public List<Columns.Column> again(double[] entries) {
    int n = prober.n();
    double[] sums = new double[n];
    double[] twice = new double[n];
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < n; u++) {
        sums[v] += entries[v * n + u];
      }
    }
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < n; u++) {
        twice[v] += entries[v * n + u] * sums[u];
      }
    }
    coupling = Coupling.of(n, logits, base, DISTINCT, BASE_VECTORS, new double[][] {sums, twice});
    channels();
    return columns(0);
  }

  private List<Columns.Column> columns(int from) {
    int n = prober.n();
    int k = moves.length;
    List<Columns.Column> columns = new ArrayList<>();
    for (int q = from; q < asked.size(); q++) {
      double[] away = coupling.away(answers.get(q), logits);
      for (int channel = 0; channel < left.length; channel++) {
        double[] r = new double[n];
        for (int v = 0; v < n; v++) {
          for (int i = 0; i < k; i++) {
            r[v] += asked.get(q)[v * k + i] * right[channel][i];
          }
        }
        columns.add(new Columns.Column(r, along(away, left[channel]), errors[channel]));
      }
    }
    return columns;
  }

  @Override
  public Coupling coupling() {
    return coupling;
  }

  @Override
  public int leastQueries() {
    return PAIR;
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
    return "odd parts, size " + scale + ", moves " + step;
  }

  private static double[] difference(double[] x, double[] y, double factor) {
    double[] difference = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      difference[i] = factor * (x[i] - y[i]);
    }
    return difference;
  }

  private static double norm(double[] x) {
    double squares = 0;
    for (double value : x) {
      squares += value * value;
    }
    return Math.sqrt(squares);
  }
}
