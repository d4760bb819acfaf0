package io.linkteller.models.operator;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Reduces the rows of each group to one row, for example the messages of the edges that end in a
 * node. Input: H. The output has one row per group, which is 0 for an empty group. Sums and means
 * are computed by a {@link Propagation}, maxima and minima by this operator. If several members
 * attain an extreme, the derivative is that of the first.
 */
public final class Scatter implements TrainableOperator, IncrementalOperator {

  /** The members, grouped by the row of H that they read. */
  private final RowGroups sources;

  /** The members, grouped by the row of the output to which they contribute. */
  private final RowGroups groups;

  private final Reduction reduction;

  /** For each entry of the output, the member that attains the extreme, or -1. */
  private int[] origin = new int[0];

  private Scatter(RowGroups sources, RowGroups groups, Reduction reduction) {
    this.sources = sources;
    this.groups = groups;
    this.reduction = reduction;
  }

  /**
   * Returns an operator whose input has one row per member of a group.
   *
   * @param groups the group of each row
   * @param reduction how the rows of a group are reduced
   * @return the operator
   */
  public static Operator of(RowGroups groups, Reduction reduction) {
    if (!reduction.isExtreme()) {
      return Propagation.of(groups.shares(reduction == Reduction.MEAN));
    }
    int rows = groups.rowCount();
    return new Scatter(RowGroups.of(IntStream.range(0, rows).toArray(), rows), groups, reduction);
  }

  /**
   * Returns an operator that reduces all rows to one, for example to compute the statistics of a
   * normalization over nodes or the message of a virtual node. Combining a value with the result
   * couples all rows, so changes become dense.
   *
   * @param rows the number of rows
   * @param reduction how rows are reduced
   * @return the operator
   */
  public static Operator ofAllRows(int rows, Reduction reduction) {
    return of(RowGroups.of(new int[rows], 1), reduction);
  }

  /**
   * Returns an operator that reduces the rows of the neighbors of each node or, in a directed
   * graph, of the sources of its incoming arcs. It does not store a matrix with one row per edge.
   *
   * @param graph the graph
   * @param reduction how the rows are reduced
   * @return the operator
   * @throws IllegalArgumentException if the graph is weighted
   */
  public static Operator ofNeighbors(Graph graph, Reduction reduction) {
    graph.requireUnweighted(reduction.name());
    if (reduction == Reduction.MEAN) {
      return Propagation.meansOver(graph);
    }
    Propagation sums = Propagation.over(graph);
    CsrMatrix arcs = sums.matrix();
    return reduction == Reduction.SUM
        ? sums
        : new Scatter(RowGroups.sources(arcs), RowGroups.targets(arcs), reduction);
  }

  @Override
  public String name() {
    return "Scatter with " + reduction;
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 1, 1);
    Shapes.require("the input", inputs.get(0), sources.groupCount(), inputs.get(0).cols());
    return new Shape(groups.groupCount(), inputs.get(0).cols());
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    double[] h = in.dense(0).data;
    if (origin.length != out.getNumElements()) {
      origin = new int[out.getNumElements()];
    }
    pass.forEachRow(out.numRows, u -> extremes(u, h, out.numCols, out.data));
  }

  private void extremes(int u, double[] h, int width, double[] out) {
    Arrays.fill(out, u * width, (u + 1) * width, 0.0);
    Arrays.fill(origin, u * width, (u + 1) * width, -1);
    for (int i = groups.offset(u); i < groups.offset(u + 1); i++) {
      int member = groups.member(i);
      int from = sources.groupOf(member) * width;
      for (int c = 0; c < width; c++) {
        int at = u * width + c;
        if (origin[at] < 0 || reduction.isBetter(h[from + c], out[at])) {
          origin[at] = member;
          out[at] = h[from + c];
        }
      }
    }
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    gradIn
        .of(0)
        .ifPresent(
            wanted ->
                pass.forEachRow(
                    wanted.numRows,
                    row -> backward(row, gradOut.data, gradOut.numCols, wanted.data)));
  }

  private void backward(int row, double[] gradOut, int width, double[] gradIn) {
    Arrays.fill(gradIn, row * width, (row + 1) * width, 0.0);
    for (int i = sources.offset(row); i < sources.offset(row + 1); i++) {
      int member = sources.member(i);
      int u = groups.groupOf(member);
      for (int c = 0; c < width; c++) {
        if (origin[u * width + c] == member) {
          gradIn[row * width + c] += gradOut[u * width + c];
        }
      }
    }
  }

  @Override
  public void change(Changes in, RowChanges out) {
    RowChanges rows = in.of(0);
    for (int slot = 0; slot < rows.count(); slot++) {
      int row = rows.row(slot);
      for (int i = sources.offset(row); i < sources.offset(row + 1); i++) {
        int u = groups.groupOf(sources.member(i));
        if (out.contains(u)) {
          continue;
        }
        if (in.isDerivative()) {
          derivative(u, rows, out.add(u));
        } else {
          change(u, rows, in.dense(0).data, in.output().data, out.add(u));
        }
      }
    }
  }

  private void change(int u, RowChanges rows, double[] h, double[] before, double[] difference) {
    int width = rows.width();
    for (int c = 0; c < width; c++) {
      boolean found = false;
      double after = 0;
      double value = 0;
      double change = 0;
      for (int i = groups.offset(u); i < groups.offset(u + 1); i++) {
        int row = sources.groupOf(groups.member(i));
        int slot = rows.slotOf(row);
        double ofRow = slot < 0 ? 0 : rows.difference(slot)[c];
        double candidate = h[row * width + c] + ofRow;
        if (!found || reduction.isBetter(candidate, after)) {
          found = true;
          after = candidate;
          value = h[row * width + c];
          change = ofRow;
        }
      }
      // In this order, the result is exactly the change of a row that remains the extreme.
      difference[c] = value - before[u * width + c] + change;
    }
  }

  private void derivative(int u, RowChanges rows, double[] difference) {
    int width = rows.width();
    for (int c = 0; c < width; c++) {
      int slot = rows.slotOf(sources.groupOf(origin[u * width + c]));
      difference[c] = slot < 0 ? 0 : rows.difference(slot)[c];
    }
  }
}
