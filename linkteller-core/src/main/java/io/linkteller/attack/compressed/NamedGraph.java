package io.linkteller.attack.compressed;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A graph and a model, which together predict the answers Y = β Â^k R.
 *
 * @param propagation how a layer combines neighbors
 * @param depth k
 * @param neighbors the neighbors of each node, ascending; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
record NamedGraph(Propagation propagation, int depth, int[][] neighbors) {

  int n() {
    return neighbors.length;
  }

  int edgeCount() {
    int ends = 0;
    for (int[] of : neighbors) {
      ends += of.length;
    }
    return ends / 2;
  }

  boolean hasEdge(int u, int v) {
    return Arrays.binarySearch(neighbors[u], v) >= 0;
  }

  /** Returns the subgraph induced by some nodes, which are in ascending order. */
  NamedGraph within(int[] members) {
    int[][] left = new int[members.length][];
    for (int i = 0; i < left.length; i++) {
      left[i] =
          Arrays.stream(neighbors[members[i]])
              .map(u -> Arrays.binarySearch(members, u))
              .filter(at -> at >= 0)
              .toArray();
    }
    return new NamedGraph(propagation, depth, left);
  }

  /** Returns these edges under each model with the given number of layers. */
  List<NamedGraph> underAllModels(int layers) {
    return Arrays.stream(Propagation.values())
        .map(other -> new NamedGraph(other, layers, neighbors))
        .toList();
  }

  /** Returns Â_vv. */
  double own(int v) {
    return propagation.own(neighbors[v].length);
  }

  /** Returns Â_vu for neighbors u and v. */
  double weight(int v, int u) {
    return propagation.neighbor(neighbors[v].length, neighbors[u].length);
  }

  /** Returns whether another graph has the same model and the same edges. */
  boolean isLike(NamedGraph other) {
    return propagation == other.propagation && depth == other.depth && hasEdgesOf(other);
  }

  boolean hasEdgesOf(NamedGraph other) {
    return Arrays.deepEquals(neighbors, other.neighbors);
  }

  /** Returns this graph with an edge added, or removed if it exists. */
  NamedGraph toggled(int u, int v) {
    int[][] changed = neighbors.clone();
    changed[u] = toggled(neighbors[u], v);
    changed[v] = toggled(neighbors[v], u);
    return new NamedGraph(propagation, depth, changed);
  }

  private static int[] toggled(int[] of, int v) {
    IntArrayList list = IntArrayList.wrap(of.clone());
    int at = Arrays.binarySearch(of, v);
    if (at >= 0) {
      list.removeInt(at);
    } else {
      list.add(-at - 1, v);
    }
    return list.toIntArray();
  }

  /**
   * Multiplies a matrix of m columns by Â, or by Âᵀ.
   *
   * @param x n x m, row-major
   */
  double[] propagate(double[] x, int m, boolean transposed) {
    int n = n();
    double[] out = new double[n * m];
    // Only nodes with neighbors need a separate row; in a sparse graph most nodes have none.
    double[] sum = new double[m];
    double[][] rows = new double[n][];
    Arrays.setAll(
        rows, v -> neighbors[v].length == 0 ? sum : Arrays.copyOfRange(x, v * m, (v + 1) * m));
    for (int v = 0; v < n; v++) {
      int[] of = neighbors[v];
      double own = own(v);
      if (of.length == 0) {
        for (int i = v * m; i < (v + 1) * m; i++) {
          out[i] = own * x[i];
        }
        continue;
      }
      double[] weights = new double[of.length + 1];
      double[][] terms = new double[of.length + 1][];
      weights[0] = own;
      terms[0] = rows[v];
      for (int i = 0; i < of.length; i++) {
        weights[i + 1] = transposed ? weight(of[i], v) : weight(v, of[i]);
        terms[i + 1] = rows[of[i]];
      }
      Arrays.fill(sum, 0);
      Rows.add(weights, 0, terms, terms.length, m, sum);
      System.arraycopy(sum, 0, out, v * m, m);
    }
    return out;
  }

  /**
   * Returns R, Â R, Â² R, ..., with the coupling of the columns projected out.
   *
   * @param highest the highest power, at least 0
   */
  double[][] powers(Columns columns, int highest) {
    double[][] powers = new double[highest + 1][];
    powers[0] = columns.r();
    for (int a = 1; a <= highest; a++) {
      powers[a] = propagate(powers[a - 1], columns.count(), false);
    }
    for (int a = 0; a <= highest; a++) {
      powers[a] = columns.coupling().away(powers[a], columns.count());
    }
    return powers;
  }

  /** Returns Â^k R with the coupling of the columns projected out. */
  double[] power(Columns columns) {
    double[] x = columns.r();
    for (int layer = 0; layer < depth; layer++) {
      x = propagate(x, columns.count(), false);
    }
    return columns.coupling().away(x, columns.count());
  }
}
