package io.linkteller.cli.benchmark;

import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * Counts the least work of the project's kernels and tasks.
 *
 * <p>Bytes: each operand is read once and each result written once, in double precision, with
 * columns of sparse matrices as 4-byte numbers. Operations: two per multiply-add, {@link #EXP} per
 * exponential or logarithm, one for each other operation. Rows of the dense operand of a sparse
 * product are gathered once per entry.
 */
public final class LeastWork {

  /**
   * The operations of an exponential or logarithm: a polynomial of degree ten, the least that gives
   * double precision after the argument is reduced.
   */
  static final int EXP = 20;

  private LeastWork() {}

  /**
   * The shape of a sparse matrix.
   *
   * @param rows the number of rows
   * @param cols the number of columns
   * @param entries the number of entries
   */
  public record Sparse(double rows, double cols, double entries) {

    double bytes() {
      return entries * (Work.DOUBLE + Work.INT) + (rows + 1) * Work.INT;
    }

    /**
     * Returns the shape of the transpose.
     *
     * @return the transpose
     */
    public Sparse transpose() {
      return new Sparse(cols, rows, entries);
    }
  }

  /**
   * Returns the work of S B.
   *
   * @param name the step
   * @param s the shape of S
   * @param width the number of columns of B
   * @return the work
   */
  public static Work sparseProduct(String name, Sparse s, int width) {
    return Work.streaming(
            name, s.bytes() + Work.DOUBLE * width * (s.cols() + s.rows()), 2 * s.entries() * width)
        .gathering(s.entries(), width, s.cols());
  }

  /**
   * Returns the work of A B, where A is n x d and B is d x c. That of the products with one operand
   * transposed is the same, with the numbers in another order.
   *
   * @param name the step
   * @param n the rows of A
   * @param d the columns of A
   * @param c the columns of B
   * @return the work
   */
  public static Work denseProduct(String name, double n, double d, double c) {
    return Work.streaming(name, Work.DOUBLE * (n * d + d * c + n * c), 2 * n * d * c);
  }

  /**
   * Returns the work of a step of Adam: three arrays read and written, the gradient read.
   *
   * @param parameters the number of parameters
   * @return the work
   */
  public static Work adam(double parameters) {
    return Work.streaming("Adam", 7 * Work.DOUBLE * parameters, 16 * parameters)
        .within(4 * Work.DOUBLE * parameters);
  }

  /**
   * Returns the work of an epoch of a two-layer GCN, Â ReLU(Â X W1) W2, without dropout's random
   * numbers: forward pass, cross entropy, backward pass and Adam.
   *
   * @param adjacency the shape of Â
   * @param sparse whether X is stored as sparse rows; otherwise it is dense
   * @param x the shape of X
   * @param hidden the columns of W1
   * @param classes the columns of W2
   * @return the steps
   */
  public static List<Work> gcnEpoch(
      Sparse adjacency, boolean sparse, Sparse x, int hidden, int classes) {
    double n = adjacency.rows();
    double d = x.cols();
    return List.of(
        sparse ? sparseProduct("X W1", x, hidden) : denseProduct("X W1", n, d, hidden),
        sparseProduct("Â (X W1), ReLU", adjacency, hidden),
        denseProduct("H W2", n, hidden, classes),
        sparseProduct("Â (H W2)", adjacency, classes),
        crossEntropy(n, classes),
        sparseProduct("Âᵀ G2", adjacency, classes),
        denseProduct("Hᵀ G2", hidden, n, classes),
        denseProduct("G2 W2ᵀ, ReLU", n, classes, hidden),
        sparseProduct("Âᵀ G1", adjacency, hidden),
        sparse
            ? sparseProduct("Xᵀ G1", x.transpose(), hidden)
            : denseProduct("Xᵀ G1", d, n, hidden),
        adam(d * hidden + hidden + (double) hidden * classes + classes));
  }

  /** The work of softmax and cross entropy with its gradient. */
  private static Work crossEntropy(double n, int classes) {
    return Work.streaming(
        "cross entropy", 2 * Work.DOUBLE * n * classes, n * ((EXP + 4) * classes + EXP));
  }

  /**
   * Returns the work of a forward pass of one layer of attention on T = H W, which is given:
   * scores, softmax and weighted sum.
   *
   * @param pattern the shape of A + I
   * @param heads the number of heads
   * @param headWidth the columns of T per head
   * @return the work
   */
  public static Work attention(Sparse pattern, int heads, int headWidth) {
    double n = pattern.rows();
    int width = heads * headWidth;
    double entries = pattern.entries() * heads;
    double operations = 4 * n * width + entries * (2 + EXP + 2) + 2 * entries * headWidth;
    double bytes = pattern.entries() * Work.INT + (n + 1) * Work.INT + 2 * Work.DOUBLE * n * width;
    return Work.streaming("attention", bytes, operations)
        .gathering(pattern.entries(), width, pattern.cols());
  }

  /** The work of the backward pass of {@link #attention}. */
  private static Work attentionBackward(Sparse pattern, int heads, int headWidth) {
    double n = pattern.rows();
    int width = heads * headWidth;
    double entries = pattern.entries() * heads;
    double coefficients = 2 * entries * Work.DOUBLE;
    // Gradients of α (a dot product), of the softmax and LeakyReLU, of T, and of a_src and a_dst.
    double operations = entries * (2 * headWidth + 5 + 2 * headWidth) + 8 * n * width;
    double bytes =
        pattern.entries() * Work.INT
            + (n + 1) * Work.INT
            + coefficients
            + 3 * Work.DOUBLE * n * width;
    // Rows of T for the gradients of α, rows of the gradient for that of T.
    return Work.streaming("attention, backward", bytes, operations)
        .gathering(2 * pattern.entries(), width, pattern.cols());
  }

  /**
   * Returns the work of an epoch of a two-layer GAT on sparse features, with concatenated heads in
   * the first layer and one head in the second, without dropout's random numbers.
   *
   * @param pattern the shape of A + I
   * @param x the shape of X, sparse
   * @param heads the heads of the first layer
   * @param headWidth the width of each
   * @param classes the width of the only head of the second layer
   * @return the steps
   */
  public static List<Work> gatEpoch(
      Sparse pattern, Sparse x, int heads, int headWidth, int classes) {
    double n = pattern.rows();
    int hidden = heads * headWidth;
    return List.of(
        sparseProduct("X W1", x, hidden),
        attention(pattern, heads, headWidth),
        denseProduct("H W2", n, hidden, classes),
        attention(pattern, 1, classes),
        crossEntropy(n, classes),
        attentionBackward(pattern, 1, classes),
        denseProduct("Hᵀ G2", hidden, n, classes),
        denseProduct("G2 W2ᵀ", n, classes, hidden),
        attentionBackward(pattern, heads, headWidth),
        sparseProduct("Xᵀ G1", x.transpose(), hidden),
        adam(x.cols() * hidden + 3.0 * hidden + hidden * (double) classes + 3.0 * classes));
  }

  /**
   * Returns the work of probes of a two-layer GCN by incremental propagation: for each probed node
   * v, its neighbors' pre-activations are read and changed, multiplied by W2, and spread to the
   * neighbors of those neighbors.
   *
   * @param nodes the number of nodes of the graph
   * @param reached the sum over the probes of the number of rows that change in the first layer
   * @param pairs the sum over the probes of the entries of Â from changed rows to observed ones
   * @param hidden the hidden width
   * @param classes the number of classes
   * @return the work
   */
  public static Work probes(double nodes, double reached, double pairs, int hidden, int classes) {
    return Work.streaming(
            "probes",
            pairs * (Work.INT + Work.DOUBLE),
            reached * hidden * (3.0 + 2.0 * classes) + 2 * pairs * classes)
        .gathering(reached, hidden, nodes);
  }

  /**
   * Returns the work of one probe of each target, where the targets are observed.
   *
   * @param graph the graph
   * @param targets distinct nodes
   * @param hidden the hidden width
   * @param classes the number of classes
   * @return the work
   */
  public static Work probes(Graph graph, IntList targets, int hidden, int classes) {
    BitSet observed = new BitSet(graph.nodeCount());
    targets.forEach(observed::set);
    // The observed nodes among each node and its neighbors.
    int[] seen = new int[graph.nodeCount()];
    for (int v = 0; v < seen.length; v++) {
      seen[v] = observed.get(v) ? 1 : 0;
      for (int i = 0; i < graph.degree(v); i++) {
        seen[v] += observed.get(graph.neighbor(v, i)) ? 1 : 0;
      }
    }
    double reached = 0;
    double pairs = 0;
    for (int i = 0; i < targets.size(); i++) {
      int v = targets.getInt(i);
      reached += 1 + graph.degree(v);
      pairs += seen[v];
      for (int j = 0; j < graph.degree(v); j++) {
        pairs += seen[graph.neighbor(v, j)];
      }
    }
    return probes(graph.nodeCount(), reached, pairs, hidden, classes);
  }

  /**
   * Returns the work of a mechanism that decides on every cell of the adjacency matrix at random:
   * reading and writing the edges, and as much randomness as the entropy of the result.
   *
   * @param before the graph
   * @param after the perturbed graph, from which the probabilities of ones are estimated
   * @return the work
   */
  public static Work perturbation(Graph before, Graph after) {
    int[] kept = {0};
    before.forEachEdge((u, v) -> kept[0] += after.hasEdge(u, v) ? 1 : 0);
    double edges = before.edgeCount();
    double cells = before.nodeCount() * (before.nodeCount() - 1.0) / 2;
    double bits =
        edges * entropy(kept[0] / edges)
            + (cells - edges) * entropy((after.edgeCount() - kept[0]) / (cells - edges));
    double bytes =
        2.0 * Work.INT * (before.edgeCount() + after.edgeCount() + before.nodeCount() + 1);
    return Work.streaming("cells", bytes, 0).drawing(bits / 8);
  }

  /** The entropy of a coin in bits. */
  private static double entropy(double p) {
    return p > 0 && p < 1 ? -(p * Math.log(p) + (1 - p) * Math.log1p(-p)) / Math.log(2) : 0;
  }

  /**
   * Returns the work of a forward pass of a two-layer GCN.
   *
   * @param adjacency the shape of Â
   * @param sparse whether X is stored as sparse rows; otherwise it is dense
   * @param x the shape of X
   * @param hidden the hidden width
   * @param classes the number of classes
   * @return the steps
   */
  public static List<Work> gcnForward(
      Sparse adjacency, boolean sparse, Sparse x, int hidden, int classes) {
    return gcnEpoch(adjacency, sparse, x, hidden, classes).subList(0, 4);
  }

  /**
   * Joins lists of steps.
   *
   * @param first steps
   * @param second further steps
   * @return all of them, in order
   */
  public static List<Work> then(List<Work> first, List<Work> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
