package io.linkteller.attack.compressed;

import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Computes the adjacency matrix of one connected component under each model from the eigenvalues
 * and eigenvectors of its balanced influences c S^k, where S is Â made symmetric and c is an
 * unknown factor. The leading eigenvalue of S is 1, or 2 if Â contains an additional identity. The
 * entries of the leading eigenvector h are proportional to the square roots of the degrees d, or of
 * d + 1.
 */
final class ComponentRoot {

  private static final int BLOCK_ROWS = 16;

  /** The maximum number of rounds in the search for signs. */
  private static final int SIGN_ROUNDS = 12;

  /** The number of rounds without improvement after which the search ends. */
  private static final int PATIENCE = 4;

  /** The numbers of power iterations that are tried to estimate the square roots of the degrees. */
  private static final int[] STEPS = {0, 4, 16};

  /** The number of estimates of A for each start; each uses the degrees of the previous one. */
  private static final int DEGREE_ROUNDS = 6;

  /**
   * The relative difference up to which entries count as equal: far above rounding in single
   * precision, far below the effect of a degree.
   */
  private static final double TIE = 1e-3;

  /** Ridge weights to try in the search for signs, in order: larger ones suit noisier answers. */
  private static final double[] RIDGES = {1e-12, 1e-8, 1e-5, 1e-3, 1e-1};

  /** The entry of A above which a pair may count as an edge during the search for signs. */
  private static final double MIN_EDGE = 0.05;

  private final int size;

  /** The eigenvalues divided by the largest, in descending order. */
  private final double[] values;

  /** The eigenvectors, one per row, in the order of the eigenvalues. */
  private final DMatrixRMaj vectors;

  /** |h|, proportional to the square roots of the degrees. */
  private final double[] leading;

  private final double[] ones;
  private final Workers workers;

  private ComponentRoot(int size, double[] values, DMatrixRMaj vectors, Workers workers) {
    this.workers = workers;
    this.size = size;
    this.values = values;
    this.vectors = vectors;
    this.leading = new double[size];
    this.ones = new double[size];
    for (int i = 0; i < size; i++) {
      leading[i] = Math.abs(vectors.data[i]);
      ones[i] = 1;
    }
  }

  /** Decomposes a symmetric matrix, in O(size³) time. */
  static ComponentRoot of(DMatrixRMaj symmetric, Workers workers) {
    int size = symmetric.numRows;
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, true, true);
    if (!eigen.decompose(symmetric.copy())) {
      throw new IllegalStateException("failed to decompose a symmetric matrix");
    }
    Integer[] order = new Integer[size];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        (a, b) ->
            Double.compare(eigen.getEigenvalue(b).getReal(), eigen.getEigenvalue(a).getReal()));
    double[] values = new double[size];
    DMatrixRMaj vectors = new DMatrixRMaj(size, size);
    double largest = eigen.getEigenvalue(order[0]).getReal();
    for (int i = 0; i < size; i++) {
      values[i] = eigen.getEigenvalue(order[i]).getReal() / largest;
      System.arraycopy(eigen.getEigenVector(order[i]).data, 0, vectors.data, i * size, size);
    }
    return new ComponentRoot(size, values, vectors, workers);
  }

  /**
   * An estimate of A, or of A + I if Â has no additional identity.
   *
   * @param entries about 1 for an edge and about 0 for any other pair, row-major; not copied
   * @param volume the sum of d, or of d + 1, over the nodes
   * @param roughness the total distance of the entries from 0 or 1, divided by the number of edges
   * @param h the factors by which the rows and columns of S were multiplied: the square roots of
   *     the degrees, up to a common factor
   */
  @SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
  record Estimate(double[] entries, double volume, double roughness, double[] h) {

    /** Returns whether each entry is within 0.25 of 0 or 1. */
    boolean isClear() {
      for (double entry : entries) {
        double off = entry - (entry > 0.5 ? 1 : 0);
        if (Math.abs(off) > 0.25) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * Estimates the adjacency matrix from the k-th root of the influences.
   *
   * @param identity whether Â is the identity plus the normalized adjacency matrix
   * @param normalized whether the adjacency matrix in Â is normalized by degrees
   * @param depth k
   * @param isSearched whether signs are also inferred from the diagonal; used only for even k
   */
  Estimate adjacency(boolean identity, boolean normalized, int depth, boolean isSearched) {
    double[] h = normalized ? leading : ones;
    double[] root = new double[size];
    double top = identity ? 2 : 1;
    for (int i = 0; i < size; i++) {
      double magnitude = top * Math.pow(Math.abs(values[i]), 1.0 / depth);
      boolean signed = depth % 2 == 1 && !identity;
      root[i] = values[i] > 0 ? magnitude : signed ? -magnitude : 0;
    }
    Estimate first = scaled(root, h, identity);
    if (identity || depth % 2 == 1) {
      return first;
    }
    Estimate quick = alternatingFrom(root, h, root.clone(), first);
    return isSearched && !quick.isClear() ? fromDiagonal(root, h, quick) : quick;
  }

  /** Returns whether an estimate improves on the best by more than a rounding error. */
  private static boolean isSmoother(Estimate next, Estimate best) {
    return next.roughness() < best.roughness() * (1 - 1e-9);
  }

  /**
   * Runs the alternation from the signs that the diagonal implies with each ridge weight, until all
   * entries are clear.
   */
  private Estimate fromDiagonal(double[] root, double[] h, Estimate quick) {
    Estimate best = quick;
    DiagonalSigns diagonal = new DiagonalSigns(vectors, root, h);
    for (double ridge : RIDGES) {
      double[] signed = diagonal.signed(ridge);
      Estimate next = alternatingFrom(root, h, signed, scaled(signed, h, false));
      best = next.roughness() < best.roughness() ? next : best;
      if (best.isClear()) {
        break;
      }
    }
    return best;
  }

  /**
   * Alternates between rounding to a 0/1 matrix and taking the signs of the eigenvalues from the
   * rounded matrix.
   */
  private Estimate alternatingFrom(double[] root, double[] h, double[] signed, Estimate first) {
    Estimate best = first;
    Estimate current = first;
    int worse = 0;
    for (int round = 0;
        round < SIGN_ROUNDS
            && worse < PATIENCE
            && !best.isClear()
            && takeSigns(current, root, signed);
        round++) {
      current = scaled(signed, h, false);
      if (current.roughness() < best.roughness()) {
        best = current;
        worse = 0;
      } else {
        worse++;
      }
    }
    return best;
  }

  /**
   * Sets the sign of each eigenvalue to that of uᵀ S u, where u is its eigenvector and S follows
   * from the rounded estimate. Returns whether any sign changed.
   */
  private boolean takeSigns(Estimate current, double[] root, double[] signed) {
    double[] x = current.entries();
    double[] h = current.h;
    double threshold = h == ones ? 0.5 : threshold(x, edges(h, current.volume()));
    boolean changed = false;
    double[][] weights = new double[size][];
    int[][] neighbors = new int[size][];
    for (int i = 0; i < size; i++) {
      int[] of = new int[size];
      double[] weight = new double[size];
      int count = 0;
      for (int j = 0; j < size; j++) {
        if (j == i || x[i * size + j] >= threshold) {
          of[count] = j;
          weight[count++] = 1 / (current.volume() * h[i] * h[j]);
        }
      }
      neighbors[i] = Arrays.copyOf(of, count);
      weights[i] = Arrays.copyOf(weight, count);
    }
    for (int e = 1; e < size; e++) {
      double quotient = 0;
      for (int i = 0; i < size; i++) {
        double sum = 0;
        for (int a = 0; a < neighbors[i].length; a++) {
          sum += weights[i][a] * vectors.data[e * size + neighbors[i][a]];
        }
        quotient += sum * vectors.data[e * size + i];
      }
      double next = quotient < 0 ? -root[e] : root[e];
      changed |= next != signed[e];
      signed[e] = next;
    }
    return changed;
  }

  /** Returns the number of edges that the sum of degrees implies. */
  private static int edges(double[] h, double volume) {
    double edges = 0;
    for (double each : h) {
      edges += each * each * volume - 1;
    }
    return (int) Math.round(edges / 2);
  }

  /**
   * Returns the threshold that the given number of pairs reach, at least {@link #MIN_EDGE}. The
   * threshold is lowered slightly to include entries that are smaller only because of rounding
   * errors, as in symmetric parts of a graph.
   */
  private double threshold(double[] x, int edges) {
    DoubleArrayList pairs = new DoubleArrayList();
    for (int i = 0; i < size; i++) {
      for (int j = i + 1; j < size; j++) {
        if (x[i * size + j] > MIN_EDGE) {
          pairs.add(x[i * size + j]);
        }
      }
    }
    pairs.sort(null);
    int at = pairs.size() - Math.max(1, edges);
    return at < 0 ? MIN_EDGE : Math.max(MIN_EDGE, pairs.getDouble(at) * (1 - TIE));
  }

  /**
   * Converts eigenvalues of S to entries of A, or of A + I if Â has no additional identity. If the
   * influences of a few nodes were measured slightly too large, the leading eigenvector is
   * concentrated on these nodes and does not contain the degrees of the others. If Â contains an
   * additional identity, so that no signs are open, the degrees are therefore also estimated by a
   * few power iterations and from the rounded entries.
   */
  private Estimate scaled(double[] root, double[] h, boolean identity) {
    double[] s = sum(root);
    for (int i = 0; identity && i < size; i++) {
      s[i * size + i] -= 1;
    }
    Estimate best = estimate(s, h, identity);
    if (!identity || h == ones || best.isClear()) {
      return best;
    }
    for (int steps : STEPS) {
      double[] degrees = walked(s, steps);
      for (int round = 0; round < DEGREE_ROUNDS; round++) {
        Estimate next = estimate(s, degrees, identity);
        best = isSmoother(next, best) ? next : best;
        degrees = rootsOfDegrees(next.entries());
      }
    }
    return best;
  }

  /**
   * Estimates the square roots of the degrees, up to a factor, by power iterations with S + I that
   * start from a constant vector.
   */
  private double[] walked(double[] s, int steps) {
    double[] h = ones.clone();
    for (int step = 0; step < steps; step++) {
      double[] next = new double[size];
      double sum = 0;
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
          next[i] += s[i * size + j] * h[j];
        }
        next[i] = Math.max(0, next[i] + h[i]);
        sum += next[i];
      }
      for (int i = 0; i < size; i++) {
        h[i] = next[i] / sum;
      }
    }
    return h;
  }

  /** Returns the square roots of the degrees according to the rounded entries. */
  private double[] rootsOfDegrees(double[] x) {
    double[] h = new double[size];
    for (int i = 0; i < size; i++) {
      int degree = 0;
      for (int j = 0; j < size; j++) {
        degree += i != j && x[i * size + j] > 0.5 ? 1 : 0;
      }
      h[i] = Math.sqrt(Math.max(1, degree));
    }
    return h;
  }

  /** Multiplies S by the square roots of the degrees on both sides. */
  private Estimate estimate(double[] s, double[] h, boolean identity) {
    double[] x = s.clone();
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        x[i * size + j] *= h[i] * h[j];
      }
    }
    double volume = unit(x, identity);
    for (int i = 0; i < size * size; i++) {
      x[i] *= volume;
    }
    return new Estimate(x, volume, roughness(x, identity), h);
  }

  /** Returns Σ_e root_e u_e u_eᵀ, row-major. */
  private double[] sum(double[] root) {
    double[][] u = Rows.of(size, size, vectors.data);
    double[] out = new double[size * size];
    workers.forRows(
        size,
        BLOCK_ROWS,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int row = i;
            double[] factors = new double[size];
            Arrays.setAll(factors, e -> root[e] * u[e][row]);
            double[] sum = new double[size];
            Rows.add(factors, 0, u, size, size, sum);
            System.arraycopy(sum, 0, out, i * size, size);
          }
        });
    return out;
  }

  /** Returns the factor that scales the entries of edges to 1. */
  private double unit(double[] x, boolean identity) {
    if (!identity) {
      double[] diagonal = new double[size];
      for (int i = 0; i < size; i++) {
        diagonal[i] = x[i * size + i];
      }
      Arrays.sort(diagonal);
      double median = (diagonal[size / 2] + diagonal[(size - 1) / 2]) / 2;
      return median > 0 ? 1 / median : 1;
    }
    // Fit the factor to all positive entries, then to those that are closer to 1 than to 0.
    double volume = Double.POSITIVE_INFINITY;
    for (int round = 0; round <= 5; round++) {
      double sum = 0;
      double squares = 0;
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
          if (i != j && x[i * size + j] * volume > 0.5) {
            sum += x[i * size + j];
            squares += x[i * size + j] * x[i * size + j];
          }
        }
      }
      if (squares == 0) {
        return 1;
      }
      // The largest entry, which is at least 1 after scaling, is always included in the fit.
      volume = sum / squares;
    }
    return volume;
  }

  /**
   * Returns the distance of the entries of A + I from 0 or 1, and of its diagonal from 1, per edge.
   * Without the diagonal, two nodes i and j with the same neighbors could be mistaken for two nodes
   * joined by an edge, because one wrong sign swaps the entries at (i, i) and (i, j).
   */
  private double roughness(double[] x, boolean identity) {
    double off = 0;
    double ones = 0;
    for (int i = 0; i < size; i++) {
      off += identity ? 0 : Math.abs(x[i * size + i] - 1);
      for (int j = i + 1; j < size; j++) {
        double entry = x[i * size + j];
        double rounded = entry > 0.5 ? 1 : 0;
        off += Math.abs(entry - rounded);
        ones += rounded;
      }
    }
    return off / Math.max(1, ones);
  }
}
