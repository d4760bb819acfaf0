package io.linkteller.models.operator;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseKernels;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/**
 * Weighted sums over neighbors, S H with a fixed sparse matrix S such as a normalized adjacency
 * matrix. S need be neither symmetric nor square. Immutable; the operators of a program share it.
 */
public final class NeighborSums {

  private final CsrMatrix matrix;

  private NeighborSums(CsrMatrix matrix) {
    this.matrix = matrix;
  }

  /**
   * Returns the sums of a matrix.
   *
   * @param matrix S; entry (u, w) is the weight of row w in the sum of row u
   * @return the sums
   */
  public static NeighborSums of(CsrMatrix matrix) {
    return new NeighborSums(matrix);
  }

  /**
   * Returns sums over all neighbors, or over the sources of the arcs to a node, by weight.
   *
   * @param graph the graph, with adjacency matrix A
   * @return the sums, S = A
   */
  public static NeighborSums over(Graph graph) {
    return of(
        CsrMatrix.of(
            graph.nodeCount(), graph.copyOffsets(), graph.copyNeighbors(), graph.copyWeights()));
  }

  /**
   * Returns means over all neighbors, or over the sources of the arcs to a node, by weight. They
   * are 0 for nodes without neighbors, or with weights 0 only.
   *
   * @param graph the graph, with adjacency matrix A and D its row sums
   * @return the sums, S = D<sup>-1</sup> A
   */
  public static NeighborSums meansOver(Graph graph) {
    int[] offsets = graph.copyOffsets();
    double[] shares = graph.copyWeights();
    for (int u = 0; u < graph.nodeCount(); u++) {
      double total = 0;
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        total += shares[e];
      }
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        shares[e] = total > 0 ? shares[e] / total : 0;
      }
    }
    return of(CsrMatrix.of(graph.nodeCount(), offsets, graph.copyNeighbors(), shares));
  }

  /** {@return S} */
  public CsrMatrix matrix() {
    return matrix;
  }

  /** Computes out = S H + 1 rᵀ. */
  void multiplyPlusRow(DMatrixRMaj h, double[] row, DMatrixRMaj out, Workers workers) {
    matrix.multiplyPlusRow(h, row, out, workers);
  }

  /** Computes out = Sᵀ G. */
  void multiplyTransposed(DMatrixRMaj g, DMatrixRMaj out, Workers workers) {
    matrix.multiplyTransposed(g, out, workers);
  }

  /**
   * Adds factor * S_uv * t to row u for each u from {@code first} to {@code last} with an entry (u,
   * v).
   */
  void spread(int v, double factor, double[] t, int width, int first, int last, RowChanges out) {
    CsrMatrix reached = matrix.transpose();
    int end = reached.offset(v + 1);
    for (int e = first == 0 ? reached.offset(v) : reached.firstFrom(v, first);
        e < end && reached.column(e) <= last;
        e++) {
      DenseKernels.add(factor * reached.value(e), t, width, out.add(reached.column(e)));
    }
  }

  /** Returns the number of entries in the columns of changed rows, which spreading visits. */
  long reached(RowChanges in) {
    CsrMatrix reached = matrix.transpose();
    long entries = 0;
    for (int slot = 0; slot < in.count(); slot++) {
      entries += reached.offset(in.row(slot) + 1) - reached.offset(in.row(slot));
    }
    return entries;
  }

  /**
   * Computes S times changes for the wanted rows, in the cheaper of two ways with bit-identical
   * results: spreading each change to the rows that it reaches, or gathering the changes of each
   * wanted row, which wins on dense graphs, where most changed rows reach rows that are not wanted.
   */
  void change(RowChanges in, Changes pass, RowChanges out) {
    if (pass.wantsAll() || !isCheaperGathered(in, pass.wanted())) {
      spreadAll(in, pass, out);
    } else {
      gather(in, pass.wanted(), out);
    }
  }

  /** Sums the changes of the neighbors of each wanted row, in the order in which they spread. */
  void gather(RowChanges in, IntList wanted, RowChanges out) {
    double[] changes = in.writtenOut();
    for (int i = 0; i < wanted.size(); i++) {
      int u = wanted.getInt(i);
      matrix.addRowProduct(u, changes, in.width(), out.add(u));
    }
  }

  /** Spreads changes to the range of wanted rows. */
  void spreadAll(RowChanges in, Changes pass, RowChanges out) {
    int first = pass.firstWanted();
    int last = pass.lastWanted();
    for (int slot = 0; slot < in.count(); slot++) {
      spread(in.row(slot), 1, in.difference(slot), in.width(), first, last, out);
    }
  }

  /** Returns whether gathering visits fewer entries than spreading. */
  boolean isCheaperGathered(RowChanges in, IntList wanted) {
    long spread = reached(in);
    // The cost of writing the changes to a dense matrix.
    long gather = matrix.cols();
    for (int i = 0; i < wanted.size() && gather < spread; i++) {
      gather += matrix.offset(wanted.getInt(i) + 1) - matrix.offset(wanted.getInt(i));
    }
    return gather < spread;
  }
}
