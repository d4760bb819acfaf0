package io.linkteller.attack.compressed;

import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Small networks with random weights and biases, written out in dense matrices. Serves the subgraph
 * that the nodes of a query induce.
 */
public final class SmallNetwork implements InferenceApi {

  /** The number of features of a node. */
  public static final int FEATURES = 6;

  private static final int HIDDEN = 24;

  /** The computation of a layer. */
  public enum Kind {
    FIRST_ORDER,
    AUGMENTED_WITH_IDENTITY,
    AUGMENTED,
    RANDOM_WALK,
    /** One head, leaky relu of slope 0.2, elu after the layer. */
    ATTENTION,
    /** H W + mean of neighbors V. */
    SAGE,
    /** (A + I) H W. */
    SUM,
    /** Augmented, plus H V. */
    RESIDUAL,
    /** One linear layer, then 10 steps Z = 0.9 Â Z + 0.1 H. */
    APPNP,
    /** Augmented; then each column is standardized over the nodes of the query. */
    BATCH_NORM
  }

  private final Graph graph;
  private final Kind kind;
  private final DMatrixRMaj[] weights;
  private final DMatrixRMaj[] others;
  private final double[][] biases;

  /** Draws weights and biases. */
  public SmallNetwork(Graph graph, Kind kind, int depth, int logits, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    this.graph = graph;
    this.kind = kind;
    weights = new DMatrixRMaj[depth];
    others = new DMatrixRMaj[depth];
    biases = new double[depth][];
    for (int l = 0; l < depth; l++) {
      int in = l == 0 ? FEATURES : HIDDEN;
      int out = l == depth - 1 ? logits : HIDDEN;
      weights[l] = uniform(in, out, random);
      others[l] = kind == Kind.ATTENTION ? uniform(out, 2, random) : uniform(in, out, random);
      biases[l] = uniform(1, out, random).data;
    }
  }

  private static DMatrixRMaj uniform(int rows, int cols, SplittableRandom random) {
    DMatrixRMaj matrix = new DMatrixRMaj(rows, cols);
    for (int i = 0; i < rows * cols; i++) {
      matrix.data[i] = (2 * random.nextDouble() - 1) / Math.sqrt(Math.max(1, rows / 3.0));
    }
    return matrix;
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) {
    Graph induced = graph.inducedSubgraph(query.nodes());
    DMatrixRMaj h = query.features().toDense();
    for (int l = 0; l < weights.length; l++) {
      boolean last = l == weights.length - 1;
      h = layer(induced, h, l);
      for (int i = 0; i < h.getNumElements(); i++) {
        h.data[i] += biases[l][i % h.numCols];
      }
      if (kind == Kind.BATCH_NORM && !last) {
        standardize(h);
      }
      for (int i = 0; i < h.getNumElements() && !last; i++) {
        double z = h.data[i];
        h.data[i] = z > 0 ? z : kind == Kind.ATTENTION ? Math.expm1(z) : 0;
      }
    }
    if (kind == Kind.APPNP) {
      DMatrixRMaj a = aggregation(induced, Kind.AUGMENTED);
      DMatrixRMaj z = h.copy();
      for (int step = 0; step < 10; step++) {
        z = product(a, z);
        CommonOps_DDRM.scale(0.9, z);
        CommonOps_DDRM.addEquals(z, 0.1, h);
      }
      h = z;
    }
    return h;
  }

  private DMatrixRMaj layer(Graph induced, DMatrixRMaj h, int l) {
    DMatrixRMaj transformed = product(h, weights[l]);
    return switch (kind) {
      case APPNP -> transformed;
      case ATTENTION -> product(attention(induced, transformed, others[l]), transformed);
      case SAGE -> {
        DMatrixRMaj mean = product(aggregation(induced, kind), product(h, others[l]));
        CommonOps_DDRM.addEquals(mean, transformed);
        yield mean;
      }
      case RESIDUAL -> {
        DMatrixRMaj sum = product(aggregation(induced, Kind.AUGMENTED), transformed);
        CommonOps_DDRM.addEquals(sum, product(h, others[l]));
        yield sum;
      }
      case BATCH_NORM -> product(aggregation(induced, Kind.AUGMENTED), transformed);
      default -> product(aggregation(induced, kind), transformed);
    };
  }

  private static DMatrixRMaj attention(Graph graph, DMatrixRMaj t, DMatrixRMaj scores) {
    int n = graph.nodeCount();
    DMatrixRMaj s = product(t, scores);
    DMatrixRMaj alpha = new DMatrixRMaj(n, n);
    for (int u = 0; u < n; u++) {
      double sum = 0;
      for (int w : closedNeighborhood(graph, u)) {
        double score = s.get(u, 0) + s.get(w, 1);
        alpha.set(u, w, Math.exp(score > 0 ? score : 0.2 * score));
        sum += alpha.get(u, w);
      }
      for (int w : closedNeighborhood(graph, u)) {
        alpha.set(u, w, alpha.get(u, w) / sum);
      }
    }
    return alpha;
  }

  private static int[] closedNeighborhood(Graph graph, int u) {
    int[] nodes = new int[graph.degree(u) + 1];
    nodes[0] = u;
    for (int i = 1; i < nodes.length; i++) {
      nodes[i] = graph.neighbor(u, i - 1);
    }
    return nodes;
  }

  static DMatrixRMaj aggregation(Graph graph, Kind kind) {
    int n = graph.nodeCount();
    DMatrixRMaj a = new DMatrixRMaj(n, n);
    for (int u = 0; u < n; u++) {
      for (int w : closedNeighborhood(graph, u)) {
        boolean edge = u != w;
        double du = graph.degree(u);
        double dw = graph.degree(w);
        double identity = edge ? 0 : 1;
        double entry =
            switch (kind) {
              case FIRST_ORDER -> identity + (edge ? 1 / Math.sqrt(du * dw) : 0);
              case AUGMENTED_WITH_IDENTITY -> identity + 1 / Math.sqrt((du + 1) * (dw + 1));
              case AUGMENTED -> 1 / Math.sqrt((du + 1) * (dw + 1));
              case RANDOM_WALK -> 1 / (du + 1);
              case SAGE -> edge ? 1 / du : 0;
              case SUM -> 1;
              default -> throw new IllegalArgumentException(kind.toString());
            };
        a.set(u, w, entry);
      }
    }
    return a;
  }

  private static void standardize(DMatrixRMaj h) {
    for (int j = 0; j < h.numCols; j++) {
      double mean = 0;
      double square = 0;
      for (int u = 0; u < h.numRows; u++) {
        mean += h.get(u, j) / h.numRows;
        square += h.get(u, j) * h.get(u, j) / h.numRows;
      }
      double deviation = Math.sqrt(Math.max(0, square - mean * mean) + 1e-5);
      for (int u = 0; u < h.numRows; u++) {
        h.set(u, j, (h.get(u, j) - mean) / deviation);
      }
    }
  }

  /** Skips zeros in the left factor, because most entries of an aggregation are zero. */
  private static DMatrixRMaj product(DMatrixRMaj a, DMatrixRMaj b) {
    DMatrixRMaj out = new DMatrixRMaj(a.numRows, b.numCols);
    for (int row = 0; row < a.numRows; row++) {
      for (int k = 0; k < a.numCols; k++) {
        double factor = a.data[row * a.numCols + k];
        for (int col = 0; factor != 0 && col < b.numCols; col++) {
          out.data[row * b.numCols + col] += factor * b.data[k * b.numCols + col];
        }
      }
    }
    return out;
  }

  /** The neighbors of each node, ascending. */
  static int[][] neighbors(Graph graph) {
    int[][] neighbors = new int[graph.nodeCount()][];
    for (int v = 0; v < neighbors.length; v++) {
      neighbors[v] = graph.neighbors(v).toIntArray();
    }
    return neighbors;
  }
}
