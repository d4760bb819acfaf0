package io.linkteller.attack.compressed;

import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The graphs whose Â^k is nearest to a matrix of influences, however it was measured.
 *
 * <p>The influences are balanced to a symmetric matrix and decomposed once for each connected
 * component. Each model (a {@link Propagation}, a depth of 1 to 3) determines how eigenvalues of
 * Â^k become those of A: divide by the leading one, take the root, subtract the identity, and
 * multiply by the leading eigenvector, which contains the degrees. The root of an even power
 * without the identity leaves the signs open. They are found by alternately rounding to 0/1 and
 * back or, if this fails, from the diagonal of A + I, which is linear in the signed eigenvalues.
 * The best model is the one for which Â^k of the rounded graph explains the influences best.
 *
 * <p>Some graphs have the same Â^k: for example, the three squares on four nodes under two
 * augmented layers.
 */
final class MatrixRoot {

  private static final int MAX_DEPTH = 3;

  /** No known model answers with only a power of the mean over neighbors and the identity. */
  private static final Set<Propagation> MODELS =
      EnumSet.complementOf(EnumSet.of(Propagation.MEAN_WITH_IDENTITY));

  /** The misfit below which a further search for signs is not worthwhile. */
  private static final double EXPLAINED = 0.01;

  private final int n;
  private final double[] influences;

  /** For each node, the reciprocal of its influence on itself. */
  private final double[] scales;

  private final List<int[]> components;
  private final ComponentRoot[] roots;
  private final Workers workers;

  /**
   * A graph and the model under which it was read.
   *
   * @param propagation how the layers combine neighbors
   * @param depth k, the number of layers
   * @param neighbors the neighbors of each node, ascending
   * @param misfit the distance of the matrix from Â^k of this graph in the Frobenius norm, relative
   *     to the influences between different nodes, each on the scale of the influences of the two
   *     nodes on themselves; 0 is exact
   */
  @SuppressWarnings("ArrayRecordComponent") // Used once by the caller, and never compared.
  record Reading(Propagation propagation, int depth, int[][] neighbors, double misfit) {

    boolean hasModelOf(Reading other) {
      return propagation == other.propagation && depth == other.depth;
    }
  }

  private MatrixRoot(int n, double[] influences, double floor, Workers workers) {
    this.n = n;
    this.influences = influences;
    this.scales = new double[n];
    for (int v = 0; v < n; v++) {
      double own = Math.max(influences[v * n + v], floor);
      scales[v] = own > 0 ? 1 / own : 0;
    }
    this.workers = workers;
    this.components = Balance.components(n, influences, floor);
    this.roots = new ComponentRoot[components.size()];
    workers.forRows(
        roots.length,
        1,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            if (components.get(i).length > 1) {
              roots[i] =
                  ComponentRoot.of(
                      Balance.symmetric(n, influences, floor, components.get(i)), workers);
            }
          }
        });
  }

  /**
   * Takes the root under each model. O(n³) for each connected component of n nodes.
   *
   * @param n the number of nodes
   * @param m n x n, row-major: the influence of u on v in row v, column u
   * @param cut the share of the median diagonal below which entries are dropped as errors
   * @param isThorough whether to search for signs if no graph explains nearly all influences
   * @param workers the executor
   * @return the best graph under each model, in ascending order of misfit
   */
  static List<Reading> readings(
      int n, double[] m, double cut, boolean isThorough, Workers workers) {
    double[] diagonal = new double[n];
    Arrays.setAll(diagonal, v -> m[v * n + v]);
    Arrays.sort(diagonal);
    double least = cut * diagonal[n / 2];
    double[] influences = new double[n * n];
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < n; u++) {
        influences[u * n + v] = m[v * n + u] < least ? 0 : m[v * n + u];
      }
      influences[v * n + v] = Math.max(m[v * n + v], least);
    }
    MatrixRoot root = new MatrixRoot(n, influences, least / 2, workers);
    List<Reading> all = new ArrayList<>();
    for (int depth = 1; depth <= MAX_DEPTH; depth++) {
      root.add(all, depth, false);
    }
    if (isThorough && all.stream().noneMatch(reading -> reading.misfit() <= EXPLAINED)) {
      for (int depth = 2; depth <= MAX_DEPTH; depth += 2) {
        root.add(all, depth, true);
      }
    }
    all.sort(Comparator.comparingDouble(Reading::misfit));
    return bestOfEachModel(all);
  }

  /** More thorough is not always better: rough entries of a dense graph may have clearer signs. */
  private static List<Reading> bestOfEachModel(List<Reading> sorted) {
    List<Reading> best = new ArrayList<>();
    for (Reading candidate : sorted) {
      if (best.stream().noneMatch(candidate::hasModelOf)) {
        best.add(candidate);
      }
    }
    return best;
  }

  private void add(List<Reading> candidates, int depth, boolean thorough) {
    double[] withIdentity = adjacency(true, true, depth, thorough);
    double[] without = adjacency(false, true, depth, thorough);
    double[] sum = adjacency(false, false, depth, thorough);
    for (Propagation propagation : MODELS) {
      double[] x =
          !propagation.isNormalized() ? sum : propagation.hasIdentity() ? withIdentity : without;
      candidates.add(candidate(propagation, depth, x));
    }
  }

  /** Rounds x to a graph, except in small components that another graph explains better. */
  private Reading candidate(Propagation propagation, int depth, double[] x) {
    int[][] neighbors = new int[n][];
    for (int v = 0; v < n; v++) {
      IntArrayList of = new IntArrayList();
      for (int u = 0; u < n; u++) {
        if (u != v && x[v * n + u] > 0.5) {
          of.add(u);
        }
      }
      neighbors[v] = of.toIntArray();
    }
    SmallGraphs[] graphs = new SmallGraphs[SmallGraphs.MOST_NODES + 1];
    for (int[] members : components) {
      int size = members.length;
      if (size > 2 && size < graphs.length) {
        if (graphs[size] == null) {
          graphs[size] = SmallGraphs.of(size, propagation, depth);
        }
        explainSmall(graphs[size], members, neighbors);
      }
    }
    return new Reading(propagation, depth, neighbors, misfit(propagation, depth, neighbors));
  }

  private void explainSmall(SmallGraphs graphs, int[] members, int[][] neighbors) {
    int size = members.length;
    double[] m = new double[size * size];
    double[] weights = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        m[i * size + j] = influences[members[i] * n + members[j]];
        weights[i * size + j] = weight(members[i], members[j]);
      }
    }
    int[][] root = new int[size][];
    for (int i = 0; i < size; i++) {
      int[] of = neighbors[members[i]];
      root[i] = new int[of.length];
      for (int a = 0; a < of.length; a++) {
        root[i][a] = Arrays.binarySearch(members, of[a]);
      }
    }
    graphs
        .better(m, weights, root)
        .ifPresent(
            better -> {
              for (int i = 0; i < size; i++) {
                neighbors[members[i]] = Arrays.stream(better[i]).map(a -> members[a]).toArray();
              }
            });
  }

  private double[] adjacency(boolean identity, boolean normalized, int depth, boolean thorough) {
    double[] x = new double[n * n];
    workers.forRows(
        roots.length,
        1,
        (from, to) -> {
          for (int c = from; c < to; c++) {
            int[] members = components.get(c);
            if (members.length > 1) {
              double[] block = roots[c].adjacency(identity, normalized, depth, thorough).entries();
              for (int i = 0; i < members.length; i++) {
                for (int j = 0; j < members.length; j++) {
                  x[members[i] * n + members[j]] = block[i * members.length + j];
                }
              }
            }
          }
        });
    return x;
  }

  /**
   * The distance of the influences from those of a graph under a model, relative to the influences
   * between different nodes, each on the scale of the influences of the two nodes on themselves.
   */
  private double misfit(Propagation propagation, int depth, int[][] neighbors) {
    double[][] explained = new double[n][];
    workers.forRows(
        n,
        8,
        (from, to) -> {
          for (int v = from; v < to; v++) {
            explained[v] = propagation.power(depth, neighbors, v);
          }
        });
    double product = 0;
    double squares = 0;
    double size = 0;
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < n; u++) {
        double weight = weight(v, u);
        product += weight * influences[v * n + u] * explained[v][u];
        squares += weight * explained[v][u] * explained[v][u];
        size += u == v ? 0 : weight * influences[v * n + u] * influences[v * n + u];
      }
    }
    if (size == 0) {
      return 0;
    }
    double scale = product / squares;
    double off = 0;
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < n; u++) {
        double difference = influences[v * n + u] - scale * explained[v][u];
        off += weight(v, u) * difference * difference;
      }
    }
    return Math.sqrt(off / size);
  }

  private double weight(int v, int u) {
    return scales[v] * scales[u];
  }
}
