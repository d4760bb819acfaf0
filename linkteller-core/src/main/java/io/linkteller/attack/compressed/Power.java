package io.linkteller.attack.compressed;

import io.linkteller.matrix.DenseKernels;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Â^k R of a graph, which can be updated when a few edges change. A changed edge changes the rows
 * and columns of its ends in Â, so Â^a R changes only in the rows of nodes at most {@code a} steps
 * from an end. For a node that is not an end, this change is a sum over changed rows alone.
 */
final class Power {

  private final NamedGraph graph;
  private final Columns columns;

  /** The rows of Â^a R, for each a from 0 to k. */
  private final double[][][] rows;

  private Power(NamedGraph graph, Columns columns, double[][][] rows) {
    this.graph = graph;
    this.columns = columns;
    this.rows = rows;
  }

  static Power of(NamedGraph graph, Columns columns) {
    int m = columns.count();
    double[][][] rows = new double[graph.depth() + 1][][];
    double[] x = columns.r();
    for (int a = 0; a < rows.length; a++) {
      rows[a] = Rows.of(graph.n(), m, x);
      x = a < graph.depth() ? graph.propagate(x, m, false) : x;
    }
    return new Power(graph, columns, rows);
  }

  /**
   * Returns the power of a changed graph, in O(m d^k) time if nodes near the change have d
   * neighbors.
   *
   * @param changed a graph with the same model
   * @param ends the nodes whose neighbors differ
   */
  Power changed(NamedGraph changed, int[] ends) {
    double[][][] next = rows.clone();
    for (int a = 1; a < rows.length; a++) {
      next[a] = step(changed, ends, rows[a - 1], next[a - 1], rows[a]);
    }
    return new Power(changed, columns, next);
  }

  /** Returns Â^k R, n x m, with the coupling projected out. */
  double[] entries() {
    int m = columns.count();
    double[][] last = rows[rows.length - 1];
    double[] entries = new double[last.length * m];
    for (int v = 0; v < last.length; v++) {
      System.arraycopy(last[v], 0, entries, v * m, m);
    }
    return columns.coupling().away(entries, m);
  }

  /**
   * Returns Â' x', where Â' is the matrix of the changed graph.
   *
   * @param x the rows by which Â is multiplied
   * @param moved x', which shares unchanged rows with x
   * @param product Â x, which shares unchanged rows with the result
   */
  private double[][] step(
      NamedGraph changed, int[] ends, double[][] x, double[][] moved, double[][] product) {
    int m = columns.count();
    double[][] next = product.clone();
    BitSet isEnd = new BitSet();
    Arrays.stream(ends).forEach(isEnd::set);
    // 1. Recompute the rows of the ends in full.
    for (int v : ends) {
      next[v] = new double[m];
      DenseKernels.add(changed.own(v), moved[v], m, next[v]);
      for (int u : changed.neighbors()[v]) {
        DenseKernels.add(changed.weight(v, u), moved[u], m, next[v]);
      }
    }
    // 2. Update the columns of the ends, in the rows of their old and new neighbors.
    for (int v : ends) {
      for (int u : graph.neighbors()[v]) {
        boolean isSame = moved[v] == x[v] && changed.hasEdge(u, v);
        double lost = graph.weight(u, v) - (isSame ? changed.weight(u, v) : 0);
        add(-lost, x[v], u, isEnd, product, next);
      }
      for (int u : changed.neighbors()[v]) {
        boolean isSame = moved[v] == x[v] && graph.hasEdge(u, v);
        add(isSame ? 0 : changed.weight(u, v), moved[v], u, isEnd, product, next);
      }
    }
    // 3. Propagate the other changed rows of x.
    double[] difference = new double[m];
    for (int v = 0; v < x.length; v++) {
      if (moved[v] != x[v] && !isEnd.get(v)) {
        System.arraycopy(moved[v], 0, difference, 0, m);
        DenseKernels.add(-1, x[v], m, difference);
        add(graph.own(v), difference, v, isEnd, product, next);
        for (int u : graph.neighbors()[v]) {
          add(graph.weight(u, v), difference, u, isEnd, product, next);
        }
      }
    }
    return next;
  }

  private static void add(
      double factor, double[] row, int v, BitSet isEnd, double[][] product, double[][] next) {
    if (factor != 0 && !isEnd.get(v)) {
      if (next[v] == product[v]) {
        next[v] = product[v].clone();
      }
      DenseKernels.add(factor, row, row.length, next[v]);
    }
  }
}
