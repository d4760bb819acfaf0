package io.linkteller.models.operator;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrKernels;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseKernels;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * The rows of each group reduced to one, such as the messages of the edges that end in a node.
 * Input: H. The output has a row per group, which is 0 for an empty group. The members of a group
 * are rows of H, or edges that each {@linkplain #along read} a row of H; then no matrix with a row
 * per edge is stored. Where several members attain a maximum or minimum, the derivative is that of
 * the first one.
 */
public final class Scatter implements TrainableOperator, IncrementalOperator {

  private final Optional<RowGroups> sources;
  private final Reduction reduction;

  /** Whether the only group has all rows of H, however many they are. */
  private final boolean ofAllRows;

  private RowGroups groups;

  /** For each entry of the output the member that attains the extreme, or -1; else empty. */
  private int[] origin = new int[0];

  private Scatter(
      Optional<RowGroups> sources, RowGroups groups, Reduction reduction, boolean ofAllRows) {
    this.sources = sources;
    this.groups = groups;
    this.reduction = reduction;
    this.ofAllRows = ofAllRows;
  }

  /**
   * Returns an operator whose input has a row per member.
   *
   * @param groups the group of each row
   * @param reduction how the rows of a group are reduced
   * @return the operator
   */
  public static Scatter of(RowGroups groups, Reduction reduction) {
    return new Scatter(Optional.empty(), groups, reduction, false);
  }

  /**
   * Returns an operator that reduces all rows to one, such as the statistics of a normalization
   * over nodes or the message of a virtual node. A value that is combined with the result couples
   * all rows: its changes are dense.
   *
   * @param reduction how rows are reduced
   * @return the operator
   */
  public static Scatter ofAllRows(Reduction reduction) {
    return new Scatter(Optional.empty(), RowGroups.of(new int[0], 1), reduction, true);
  }

  /**
   * Returns an operator that reduces the rows of the neighbors of each node, or of the sources of
   * the arcs to it.
   *
   * @param graph the graph
   * @param reduction how the rows are reduced
   * @return the operator
   * @throws IllegalArgumentException if the graph is weighted
   */
  public static Scatter ofNeighbors(Graph graph, Reduction reduction) {
    CsrMatrix arcs = NeighborSums.over(graph.requireUnweighted(reduction.name())).matrix();
    return along(RowGroups.sources(arcs), RowGroups.targets(arcs), reduction);
  }

  /**
   * Returns an operator that reads the row of H at the source of each edge: a {@link Gather} and a
   * scatter in one.
   *
   * @param sources the row of H that each edge reads
   * @param groups the group of each edge
   * @param reduction how the rows of a group are reduced
   * @return the operator
   * @throws IllegalArgumentException if the numbers of edges differ
   */
  public static Scatter along(RowGroups sources, RowGroups groups, Reduction reduction) {
    if (sources.rowCount() != groups.rowCount()) {
      throw new IllegalArgumentException(
          sources.rowCount() + " sources are given for " + groups.rowCount() + " edges");
    }
    return new Scatter(Optional.of(sources), groups, reduction, false);
  }

  @Override
  public String name() {
    return "Scatter with " + reduction;
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 1, 1);
    if (ofAllRows) {
      groups = RowGroups.of(new int[inputs.get(0).rows()], 1);
    }
    int rows = sources.isPresent() ? sources.get().groupCount() : groups.rowCount();
    if (inputs.get(0).rows() != rows) {
      throw new IllegalArgumentException("groups of " + rows + " rows do not fit " + inputs.get(0));
    }
    return new Shape(groups.groupCount(), inputs.get(0).cols());
  }

  @Override
  public boolean couplesRows() {
    return ofAllRows;
  }

  private double share(int group) {
    int size = groups.offset(group + 1) - groups.offset(group);
    return reduction == Reduction.MEAN ? 1.0 / Math.max(1, size) : 1;
  }

  /** Returns the row of H that a member reads. */
  private int rowOf(int member) {
    return sources.isPresent() ? sources.get().groupOf(member) : member;
  }

  /** Returns the position of the first member that reads a row of H. */
  private int firstReader(int row) {
    return sources.isPresent() ? sources.get().offset(row) : row;
  }

  private int reader(int position) {
    return sources.isPresent() ? sources.get().member(position) : position;
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    double[] h = in.dense(0).data;
    int width = out.numCols;
    if (reduction.isExtreme() && origin.length != out.getNumElements()) {
      origin = new int[out.getNumElements()];
    }
    pass.forEachRow(
        out.numRows,
        u -> {
          Arrays.fill(out.data, u * width, (u + 1) * width, 0.0);
          if (reduction.isExtreme()) {
            extremes(u, h, width, out.data);
            return;
          }
          double share = share(u);
          for (int i = groups.offset(u); i < groups.offset(u + 1); i++) {
            int row = rowOf(groups.member(i));
            CsrKernels.add(share, h, row * width, width, out.data, u * width);
          }
        });
  }

  private void extremes(int u, double[] h, int width, double[] out) {
    Arrays.fill(origin, u * width, (u + 1) * width, -1);
    for (int i = groups.offset(u); i < groups.offset(u + 1); i++) {
      int member = groups.member(i);
      int from = rowOf(member) * width;
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
    for (int i = firstReader(row); i < firstReader(row + 1); i++) {
      int member = reader(i);
      int u = groups.groupOf(member);
      double share = share(u);
      for (int c = 0; c < width; c++) {
        if (!reduction.isExtreme() || origin[u * width + c] == member) {
          gradIn[row * width + c] += share * gradOut[u * width + c];
        }
      }
    }
  }

  @Override
  public void change(Changes in, RowChanges out) {
    if (!reduction.isExtreme()) {
      sums(in, out);
    } else if (in.isDerivative()) {
      follow(in, out, this::derivativeOfExtremes);
    } else {
      double[] h = in.dense(0).data;
      double[] z = in.output().data;
      follow(in, out, (u, rows, difference) -> changeOfExtremes(u, rows, h, z, difference));
    }
  }

  private void sums(Changes in, RowChanges out) {
    RowChanges rows = in.of(0);
    for (int slot = 0; slot < rows.count(); slot++) {
      int row = rows.row(slot);
      for (int i = firstReader(row); i < firstReader(row + 1); i++) {
        int u = groups.groupOf(reader(i));
        DenseKernels.add(share(u), rows.difference(slot), rows.width(), out.add(u));
      }
    }
  }

  /** Computes the change or the derivative of the row of a group. */
  @FunctionalInterface
  private interface OfGroup {
    void follow(int u, RowChanges rows, double[] difference);
  }

  private void follow(Changes in, RowChanges out, OfGroup ofGroup) {
    RowChanges rows = in.of(0);
    for (int slot = 0; slot < rows.count(); slot++) {
      int row = rows.row(slot);
      for (int i = firstReader(row); i < firstReader(row + 1); i++) {
        int u = groups.groupOf(reader(i));
        if (!out.contains(u)) {
          ofGroup.follow(u, rows, out.add(u));
        }
      }
    }
  }

  private void changeOfExtremes(
      int u, RowChanges rows, double[] h, double[] before, double[] difference) {
    int width = rows.width();
    for (int c = 0; c < width; c++) {
      boolean found = false;
      double after = 0;
      double value = 0;
      double change = 0;
      for (int i = groups.offset(u); i < groups.offset(u + 1); i++) {
        int row = rowOf(groups.member(i));
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
      // In this order, the result is exactly the change of the extreme row if it stays the same.
      difference[c] = value - before[u * width + c] + change;
    }
  }

  private void derivativeOfExtremes(int u, RowChanges rows, double[] difference) {
    int width = rows.width();
    for (int c = 0; c < width; c++) {
      int slot = rows.slotOf(rowOf(origin[u * width + c]));
      difference[c] = slot < 0 ? 0 : rows.difference(slot)[c];
    }
  }
}
