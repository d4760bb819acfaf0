package io.linkteller.models.operator;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseKernels;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * Weighted sums over neighbors with fixed weights, Z = S H + b, with a sparse matrix S such as a
 * normalized adjacency matrix. Inputs: H (m x d) and, optionally, b (1 x d); S is n x m and need
 * not be symmetric. Only H may depend on the features. Immutable; several steps of a program may
 * share it.
 */
public final class Propagation implements TrainableOperator, IncrementalOperator {

  private final CsrMatrix matrix;

  private Propagation(CsrMatrix matrix) {
    this.matrix = matrix;
  }

  /**
   * Returns sums with the weights of a matrix.
   *
   * @param matrix S; entry (u, w) is the weight of row w in the sum of row u
   * @return the operator
   */
  public static Propagation of(CsrMatrix matrix) {
    return new Propagation(matrix);
  }

  /**
   * Returns weighted sums over the neighbors of each node or, in a directed graph, over the sources
   * of its incoming arcs.
   *
   * @param graph the graph, with adjacency matrix A
   * @return the operator with S = A
   */
  public static Propagation over(Graph graph) {
    return of(
        CsrMatrix.of(
            graph.nodeCount(), graph.copyOffsets(), graph.copyNeighbors(), graph.copyWeights()));
  }

  /**
   * Returns weighted means over the neighbors of each node or, in a directed graph, over the
   * sources of its incoming arcs. The mean is 0 if a node has no neighbors or all its weights are
   * 0.
   *
   * @param graph the graph, with adjacency matrix A, whose row sums form the diagonal of D
   * @return the operator with S = D<sup>-1</sup> A
   */
  public static Propagation meansOver(Graph graph) {
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

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 1, 2);
    Shape h = inputs.get(0);
    if (h.rows() != matrix.cols()) {
      throw new IllegalArgumentException(
          "sums over " + matrix.cols() + " rows do not accept a " + h + " matrix");
    }
    if (inputs.size() > 1) {
      Shapes.require("the bias", inputs.get(1), 1, h.cols());
    }
    return new Shape(matrix.rows(), h.cols());
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    if (in.count() > 1) {
      matrix.multiplyPlusRow(in.dense(0), in.dense(1).data, out, pass.workers());
    } else {
      in.operand(0).multiplyBy(matrix, out, pass.workers());
    }
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    if (in.count() > 1) {
      RowVectors.backward(gradOut, gradIn, 1, pass.workers());
    }
    gradIn.of(0).ifPresent(wanted -> matrix.multiplyTransposed(gradOut, wanted, pass.workers()));
  }

  /**
   * {@inheritDoc}
   *
   * <p>Uses the cheaper of two methods, whose results are bit-identical: spreading each change to
   * the rows that it reaches, or gathering the changes of each wanted row. Gathering is cheaper on
   * dense graphs, in which most changed rows reach rows that are not wanted.
   */
  @Override
  public void change(Changes in, RowChanges out) {
    RowChanges rows = in.of(0);
    if (in.wantsAll() || !isCheaperGathered(rows, in.wanted())) {
      for (int slot = 0; slot < rows.count(); slot++) {
        spread(rows.row(slot), rows.difference(slot), in.firstWanted(), in.lastWanted(), out);
      }
      return;
    }
    double[] changes = rows.writtenOut();
    for (int i = 0; i < in.wanted().size(); i++) {
      int u = in.wanted().getInt(i);
      matrix.addRowProduct(u, changes, rows.width(), out.add(u));
    }
  }

  /** Adds S_uv t to row u for each u from {@code first} to {@code last} with an entry (u, v). */
  private void spread(int v, double[] t, int first, int last, RowChanges out) {
    CsrMatrix reached = matrix.transpose();
    int end = reached.offset(v + 1);
    for (int e = first == 0 ? reached.offset(v) : reached.firstFrom(v, first);
        e < end && reached.column(e) <= last;
        e++) {
      DenseKernels.add(reached.value(e), t, out.width(), out.add(reached.column(e)));
    }
  }

  /** Returns whether gathering visits fewer entries than spreading. */
  private boolean isCheaperGathered(RowChanges in, IntList wanted) {
    CsrMatrix reached = matrix.transpose();
    long spread = 0;
    for (int slot = 0; slot < in.count(); slot++) {
      spread += reached.offset(in.row(slot) + 1) - reached.offset(in.row(slot));
    }
    // The cost of writing the changes to a dense matrix.
    long gather = matrix.cols();
    for (int i = 0; i < wanted.size() && gather < spread; i++) {
      gather += matrix.offset(wanted.getInt(i) + 1) - matrix.offset(wanted.getInt(i));
    }
    return gather < spread;
  }
}
