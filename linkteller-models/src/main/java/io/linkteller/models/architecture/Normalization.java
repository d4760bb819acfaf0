package io.linkteller.models.architecture;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.operator.Propagation;

/**
 * A way to normalize the adjacency matrix A into the matrix Â of a graph convolution (see the
 * appendix of the paper). D is the diagonal matrix of node degrees, and 0^(-1/2) is taken as 0. In
 * a directed graph, row u of A contains the arcs to u, and D contains the in-degrees. If edges have
 * weights, A contains the weights and D the row sums of A, as in PyTorch Geometric. The diagonal
 * entries of Â are always stored, even if they are zero.
 */
public enum Normalization {
  /** I + D^(-1/2) A D^(-1/2), FirstOrderGCN in the paper. */
  FIRST_ORDER_GCN(1, 0, false),
  /**
   * (D + I)^(-1/2) (A + I) (D + I)^(-1/2), AugNormAdj in the paper; the normalization of Kipf and
   * Welling.
   */
  AUG_NORM_ADJ(0, 1, false),
  /** I + (D + I)^(-1/2) (A + I) (D + I)^(-1/2), BingGeNormAdj in the paper. */
  BING_GE_NORM_ADJ(1, 1, false),
  /** (D + I)^(-1) (A + I), AugRWalk in the paper; the mean over a node and its neighbors. */
  AUG_RWALK(0, 1, true);

  /**
   * The setting of architectures that normalize; its default is the normalization of Kipf and
   * Welling.
   */
  public static final Setting<Normalization> SETTING =
      Setting.constant("normalization", AUG_NORM_ADJ);

  /** The multiple of I that is added to the normalized matrix. */
  private final int identity;

  /** The multiple of I that is added to A and D before they are normalized. */
  private final int loops;

  /**
   * Whether rows are divided by degrees, instead of rows and columns by the square roots of
   * degrees.
   */
  private final boolean walk;

  Normalization(int identity, int loops, boolean walk) {
    this.identity = identity;
    this.loops = loops;
    this.walk = walk;
  }

  /** Returns Â_uu for a node of a given degree. */
  private double own(double degree) {
    return loops == 0 ? identity : identity + 1 / (degree + 1);
  }

  /** Returns Â_uw for a node u and a neighbor w with given degrees. */
  private double neighbor(double degree, double neighborDegree) {
    return walk ? 1 / (degree + 1) : root((degree + loops) * (neighborDegree + loops));
  }

  private static double root(double product) {
    return product == 0 ? 0 : 1 / Math.sqrt(product);
  }

  /**
   * Returns the normalized adjacency matrix. Takes O(n + |E|) time.
   *
   * @param graph A
   * @return Â, n x n, with n more stored entries than A
   */
  public CsrMatrix of(Graph graph) {
    int n = graph.nodeCount();
    int[] offsets = new int[n + 1];
    int[] columns = new int[n + graph.entryCount()];
    double[] values = new double[columns.length];
    double[] degrees = degrees(graph);
    int at = 0;
    for (int u = 0; u < n; u++) {
      double degree = degrees[u];
      boolean ownStored = false;
      for (int i = 0; i < graph.degree(u); i++) {
        int w = graph.neighbor(u, i);
        if (w > u && !ownStored) {
          columns[at] = u;
          values[at++] = own(degree);
          ownStored = true;
        }
        columns[at] = w;
        values[at++] = graph.weight(u, i) * neighbor(degree, degrees[w]);
      }
      if (!ownStored) {
        columns[at] = u;
        values[at++] = own(degree);
      }
      offsets[u + 1] = at;
    }
    return CsrMatrix.of(n, offsets, columns, values);
  }

  /** Returns the sums of the rows of A. */
  private static double[] degrees(Graph graph) {
    double[] degrees = new double[graph.nodeCount()];
    for (int u = 0; u < degrees.length; u++) {
      if (graph.isWeighted()) {
        for (int i = 0; i < graph.degree(u); i++) {
          degrees[u] += graph.weight(u, i);
        }
      } else {
        degrees[u] = graph.degree(u);
      }
    }
    return degrees;
  }

  /**
   * Returns the operator that multiplies by Â. Takes O(n + |E|) time.
   *
   * @param graph A
   * @return the operator H -> Â H
   */
  public Propagation sums(Graph graph) {
    return Propagation.of(of(graph));
  }
}
