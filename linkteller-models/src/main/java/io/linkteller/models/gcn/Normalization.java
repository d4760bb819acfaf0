package io.linkteller.models.gcn;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;

/**
 * How a graph convolution weighs neighbors: the normalized adjacency matrix Â (the paper's
 * appendix). D is the diagonal of the degrees, and 0 stands for 0^(-1/2). A node's own entry is
 * always stored.
 */
public enum Normalization {
  /** I + D^(-1/2) A D^(-1/2), the paper's FirstOrderGCN. */
  FIRST_ORDER_GCN {
    @Override
    double own(int degree) {
      return 1;
    }

    @Override
    double neighbor(int degree, int neighborDegree) {
      return 1 / Math.sqrt((double) degree * neighborDegree);
    }
  },
  /** (D + I)^(-1/2) (A + I) (D + I)^(-1/2), the paper's AugNormAdj: Kipf and Welling's choice. */
  AUG_NORM_ADJ {
    @Override
    double own(int degree) {
      return 1.0 / (degree + 1);
    }

    @Override
    double neighbor(int degree, int neighborDegree) {
      return 1 / Math.sqrt((degree + 1.0) * (neighborDegree + 1.0));
    }
  },
  /** I + (D + I)^(-1/2) (A + I) (D + I)^(-1/2), the paper's BingGeNormAdj. */
  BING_GE_NORM_ADJ {
    @Override
    double own(int degree) {
      return 1 + 1.0 / (degree + 1);
    }

    @Override
    double neighbor(int degree, int neighborDegree) {
      return 1 / Math.sqrt((degree + 1.0) * (neighborDegree + 1.0));
    }
  },
  /** (D + I)^(-1) (A + I), the paper's AugRWalk: the mean over a node and its neighbors. */
  AUG_RWALK {
    @Override
    double own(int degree) {
      return 1.0 / (degree + 1);
    }

    @Override
    double neighbor(int degree, int neighborDegree) {
      return 1.0 / (degree + 1);
    }
  };

  /** Â_uu for a node of a given degree. */
  abstract double own(int degree);

  /** Â_uw for a node u and its neighbor w. */
  abstract double neighbor(int degree, int neighborDegree);

  /**
   * Returns the normalized adjacency matrix. O(n + |E|).
   *
   * @param graph A
   * @return Â, n x n with n + 2|E| entries
   */
  public CsrMatrix of(Graph graph) {
    int n = graph.nodeCount();
    int[] offsets = new int[n + 1];
    int[] columns = new int[n + 2 * graph.edgeCount()];
    double[] values = new double[columns.length];
    int at = 0;
    for (int u = 0; u < n; u++) {
      int degree = graph.degree(u);
      boolean ownStored = false;
      for (int i = 0; i < degree; i++) {
        int w = graph.neighbor(u, i);
        if (w > u && !ownStored) {
          columns[at] = u;
          values[at++] = own(degree);
          ownStored = true;
        }
        columns[at] = w;
        values[at++] = neighbor(degree, graph.degree(w));
      }
      if (!ownStored) {
        columns[at] = u;
        values[at++] = own(degree);
      }
      offsets[u + 1] = at;
    }
    return CsrMatrix.of(n, offsets, columns, values);
  }
}
