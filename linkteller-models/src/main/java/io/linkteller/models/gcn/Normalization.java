package io.linkteller.models.gcn;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;

/**
 * The normalization of the adjacency matrix of a graph convolution, which gives the matrix Â
 * (appendix of the paper). D is the diagonal matrix of node degrees, and 0^(-1/2) is taken as 0.
 * The diagonal entries of Â are always stored, even if they are zero.
 */
public enum Normalization {
  /** I + D^(-1/2) A D^(-1/2), FirstOrderGCN in the paper. */
  FIRST_ORDER_GCN {
    @Override
    double own(int degree) {
      return 1;
    }

    @Override
    double neighbor(int degree, int neighborDegree) {
      return 1 / Math.sqrt((double) degree * neighborDegree);
    }

    @Override
    double left(int degree) {
      return degree == 0 ? 0 : 1 / Math.sqrt(degree);
    }

    @Override
    double right(int degree) {
      return left(degree);
    }
  },
  /**
   * (D + I)^(-1/2) (A + I) (D + I)^(-1/2), AugNormAdj in the paper; the normalization of Kipf and
   * Welling.
   */
  AUG_NORM_ADJ {
    @Override
    double own(int degree) {
      return 1.0 / (degree + 1);
    }

    @Override
    double neighbor(int degree, int neighborDegree) {
      return 1 / Math.sqrt((degree + 1.0) * (neighborDegree + 1.0));
    }

    @Override
    double left(int degree) {
      return 1 / Math.sqrt(degree + 1.0);
    }

    @Override
    double right(int degree) {
      return left(degree);
    }
  },
  /** I + (D + I)^(-1/2) (A + I) (D + I)^(-1/2), BingGeNormAdj in the paper. */
  BING_GE_NORM_ADJ {
    @Override
    double own(int degree) {
      return 1 + 1.0 / (degree + 1);
    }

    @Override
    double neighbor(int degree, int neighborDegree) {
      return 1 / Math.sqrt((degree + 1.0) * (neighborDegree + 1.0));
    }

    @Override
    double left(int degree) {
      return 1 / Math.sqrt(degree + 1.0);
    }

    @Override
    double right(int degree) {
      return left(degree);
    }
  },
  /** (D + I)^(-1) (A + I), AugRWalk in the paper; the mean over a node and its neighbors. */
  AUG_RWALK {
    @Override
    double own(int degree) {
      return 1.0 / (degree + 1);
    }

    @Override
    double neighbor(int degree, int neighborDegree) {
      return 1.0 / (degree + 1);
    }

    @Override
    double left(int degree) {
      return 1.0 / (degree + 1);
    }

    @Override
    double right(int degree) {
      return 1;
    }
  };

  /** Returns Â_uu for a node of a given degree. */
  abstract double own(int degree);

  /** Returns Â_uw for a node u and a neighbor w with given degrees. */
  abstract double neighbor(int degree, int neighborDegree);

  /**
   * Returns the factor of row u of Â: Â_uw = left(degree of u) * right(degree of w), up to
   * rounding.
   */
  abstract double left(int degree);

  /** Returns the factor of column w of Â. */
  abstract double right(int degree);

  /**
   * Returns the normalized adjacency matrix. Takes O(n + |E|) time.
   *
   * @param graph A
   * @return Â, n x n with n + 2|E| stored entries
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
