package io.linkteller.models.operator;

import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * The softmax over the rows of each group, column by column, such as attention over the edges that
 * end in a node: Z_ec = e^(H_ec) / sum over the group of e^(H_fc). Input: H, with one row per
 * member of a group.
 */
public final class GroupSoftmax implements TrainableOperator, IncrementalOperator {

  /** If a score grows by more than this, the softmax is recomputed instead of updated. */
  static final double MAX_GROWTH = 20;

  /** Below this δ, the denominator 1 + δ of the updated softmax loses digits to cancellation. */
  static final double MIN_DELTA = -0.5;

  private final RowGroups groups;

  /**
   * Creates the operator.
   *
   * @param groups the group of each row
   */
  public GroupSoftmax(RowGroups groups) {
    this.groups = groups;
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 1, 1);
    Shapes.require("the input", inputs.get(0), groups.rowCount(), inputs.get(0).cols());
    return inputs.get(0);
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    double[] h = in.dense(0).data;
    int width = out.numCols;
    pass.forEachRow(
        groups.groupCount(),
        u -> {
          for (int c = 0; c < width; c++) {
            softmax(u, c, width, h, out.data);
          }
        });
  }

  /**
   * Computes the softmax of column c over group u. Subtracting the largest score prevents overflow.
   */
  private void softmax(int u, int c, int width, double[] h, double[] out) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = groups.offset(u); i < groups.offset(u + 1); i++) {
      largest = Math.max(largest, h[groups.member(i) * width + c]);
    }
    double total = 0;
    for (int i = groups.offset(u); i < groups.offset(u + 1); i++) {
      int at = groups.member(i) * width + c;
      out[at] = Math.exp(h[at] - largest);
      total += out[at];
    }
    for (int i = groups.offset(u); i < groups.offset(u + 1); i++) {
      out[groups.member(i) * width + c] /= total;
    }
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    double[] p = in.output().data;
    gradIn
        .of(0)
        .ifPresent(
            wanted ->
                pass.forEachRow(groups.groupCount(), u -> backward(u, p, gradOut, wanted.data)));
  }

  /** Computes dL/dh = p (g - sum of p g), where p is the output and g = dL/dp. */
  private void backward(int u, double[] p, DMatrixRMaj gradOut, double[] gradIn) {
    double[] g = gradOut.data;
    int width = gradOut.numCols;
    for (int c = 0; c < width; c++) {
      double mean = 0;
      for (int i = groups.offset(u); i < groups.offset(u + 1); i++) {
        int at = groups.member(i) * width + c;
        mean += p[at] * g[at];
      }
      for (int i = groups.offset(u); i < groups.offset(u + 1); i++) {
        int at = groups.member(i) * width + c;
        gradIn[at] = p[at] * (g[at] - mean);
      }
    }
  }

  @Override
  public void change(Changes in, RowChanges out) {
    RowChanges rows = in.of(0);
    double[] h = in.dense(0).data;
    double[] p = in.output().data;
    double[] numbers = new double[0];
    for (int slot = 0; slot < rows.count(); slot++) {
      int u = groups.groupOf(rows.row(slot));
      if (out.contains(rows.row(slot))) {
        continue;
      }
      int from = groups.offset(u);
      int size = groups.offset(u + 1) - from;
      for (int i = from; i < from + size; i++) {
        out.add(groups.member(i));
      }
      if (numbers.length < size) {
        numbers = new double[2 * size];
      }
      for (int c = 0; c < rows.width(); c++) {
        if (in.isDerivative()) {
          derivative(from, size, c, rows, p, numbers);
        } else {
          change(from, size, c, rows, h, p, numbers);
        }
        for (int i = 0; i < size; i++) {
          out.add(groups.member(from + i))[c] = numbers[i];
        }
      }
    }
  }

  private double changeOf(RowChanges rows, int row, int c) {
    int slot = rows.slotOf(row);
    return slot < 0 ? 0 : rows.difference(slot)[c];
  }

  private void derivative(int from, int size, int c, RowChanges rows, double[] p, double[] out) {
    double mean = 0;
    for (int i = 0; i < size; i++) {
      int row = groups.member(from + i);
      mean += p[row * rows.width() + c] * changeOf(rows, row, c);
    }
    for (int i = 0; i < size; i++) {
      int row = groups.member(from + i);
      out[i] = p[row * rows.width() + c] * (changeOf(rows, row, c) - mean);
    }
  }

  /**
   * Computes p'_e - p_e = (γ_e - δ p_e) / (1 + δ), where γ_e = p_e (e^(Δh_e) - 1) and δ is the sum
   * of γ. This form avoids cancellation for small changes. If a change is large, the softmax is
   * recomputed.
   */
  private void change(
      int from, int size, int c, RowChanges rows, double[] h, double[] p, double[] out) {
    int width = rows.width();
    double delta = 0;
    double largest = 0;
    for (int i = 0; i < size; i++) {
      int row = groups.member(from + i);
      double growth = changeOf(rows, row, c);
      largest = Math.max(largest, growth);
      out[i] = p[row * width + c] * Math.expm1(growth);
      delta += out[i];
    }
    if (largest <= MAX_GROWTH && delta > MIN_DELTA) {
      for (int i = 0; i < size; i++) {
        out[i] = (out[i] - delta * p[groups.member(from + i) * width + c]) / (1 + delta);
      }
      return;
    }
    double top = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < size; i++) {
      int row = groups.member(from + i);
      out[i] = h[row * width + c] + changeOf(rows, row, c);
      top = Math.max(top, out[i]);
    }
    double total = 0;
    for (int i = 0; i < size; i++) {
      out[i] = Math.exp(out[i] - top);
      total += out[i];
    }
    for (int i = 0; i < size; i++) {
      out[i] = out[i] / total - p[groups.member(from + i) * width + c];
    }
  }
}
