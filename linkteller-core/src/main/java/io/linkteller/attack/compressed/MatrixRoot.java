package io.linkteller.attack.compressed;

import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the graphs whose Â^k is close to a matrix of influences, however the matrix was measured.
 *
 * <p>The influences are balanced to a symmetric matrix and decomposed once for each connected
 * component. Each model (a {@link Propagation} and a depth of 1 to 3) determines how A follows from
 * the eigenvalues of Â^k: they are divided by the leading one, their k-th root is taken, the
 * identity is subtracted, and rows and columns are multiplied by the leading eigenvector, which
 * contains the degrees. For an even power without the identity, the root leaves the signs open.
 * They are found by alternating between rounding to 0/1 and updating the signs or, if this fails,
 * from the diagonal of A + I, which is linear in the signed eigenvalues.
 *
 * <p>Different graphs may have the same Â^k: for example, the three cycles through four given nodes
 * under two augmented layers.
 */
final class MatrixRoot {

  /** The largest number of layers. */
  static final int MAX_DEPTH = 3;

  /** All models except one: no known model answers with a single power of I + D^(-1) A. */
  private static final Set<Propagation> MODELS =
      EnumSet.complementOf(EnumSet.of(Propagation.MEAN_WITH_IDENTITY));

  /** One model for each way to take the root. */
  private static final Propagation[] ROOTS = {
    Propagation.FIRST_ORDER, Propagation.AUGMENTED, Propagation.SUM
  };

  private final int n;
  private final double[] influences;

  /** For each node, the reciprocal of its influence on itself. */
  private final double[] scales;

  private final List<int[]> components;
  private final ComponentRoot[] roots;
  private final Workers workers;

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
   * Takes the root under each model, in O(s³) time for each connected component of s nodes.
   *
   * @param n the number of nodes
   * @param m the influences, n x n, row-major: that of u on v in row v, column u
   * @param cut the share of the median diagonal entry below which entries are dropped as errors
   * @param isSearched whether signs are also inferred from the diagonal
   * @param workers the executor
   * @return a graph for each model
   */
  static List<NamedGraph> graphs(
      int n, double[] m, double cut, boolean isSearched, Workers workers) {
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
    return new MatrixRoot(n, influences, least / 2, workers).graphs(isSearched);
  }

  private List<NamedGraph> graphs(boolean isSearched) {
    Propagation[] models = MODELS.toArray(Propagation[]::new);
    NamedGraph[] graphs = new NamedGraph[MAX_DEPTH * models.length];
    // Models that derive A from Â in the same way share a root.
    workers.forRows(
        MAX_DEPTH * ROOTS.length,
        1,
        (from, to) -> {
          for (int task = from; task < to; task++) {
            Propagation root = ROOTS[task % ROOTS.length];
            int at = task / ROOTS.length;
            int[][] neighbors = neighbors(root, at + 1, isSearched);
            for (int i = 0; i < models.length; i++) {
              if (models[i].hasRootOf(root)) {
                graphs[at * models.length + i] = explained(models[i], at + 1, neighbors);
              }
            }
          }
        });
    return List.of(graphs);
  }

  /** Returns the neighbors of each node, from the rounded entries of A. */
  private int[][] neighbors(Propagation model, int depth, boolean isSearched) {
    int[][] neighbors = new int[n][0];
    for (int c = 0; c < roots.length; c++) {
      int[] members = components.get(c);
      int size = members.length;
      if (size > 1) {
        double[] x =
            roots[c]
                .adjacency(model.hasIdentity(), model.isNormalized(), depth, isSearched)
                .entries();
        for (int i = 0; i < size; i++) {
          IntArrayList of = new IntArrayList();
          for (int j = 0; j < size; j++) {
            if (j != i && x[i * size + j] > 0.5) {
              of.add(members[j]);
            }
          }
          neighbors[members[i]] = of.toIntArray();
        }
      }
    }
    return neighbors;
  }

  /** Replaces small components of the root by graphs that explain their influences better. */
  private NamedGraph explained(Propagation propagation, int depth, int[][] root) {
    int[][] neighbors = root.clone();
    for (int[] members : components) {
      int size = members.length;
      if (size > 2 && size <= SmallGraphs.MAX_NODES) {
        explainSmall(SmallGraphs.of(size, propagation, depth), members, neighbors);
      }
    }
    return new NamedGraph(propagation, depth, neighbors);
  }

  private void explainSmall(SmallGraphs graphs, int[] members, int[][] neighbors) {
    int size = members.length;
    double[] m = new double[size * size];
    double[] weights = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        m[i * size + j] = influences[members[i] * n + members[j]];
        weights[i * size + j] = scales[members[i]] * scales[members[j]];
      }
    }
    int[][] root = new int[size][];
    for (int i = 0; i < size; i++) {
      root[i] =
          Arrays.stream(neighbors[members[i]]).map(u -> Arrays.binarySearch(members, u)).toArray();
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
}
