package io.linkteller.models.program;

import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.operator.Changes;
import io.linkteller.models.operator.Operator;
import io.linkteller.models.operator.Pass;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.parallel.Workers;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * Computes the changes of an operator that does not compute them itself, as the difference between
 * two full passes of the operator. Derivatives are central difference quotients. Concurrent calls
 * run one after another.
 */
final class FullPass {

  /**
   * The step of difference quotients relative to the largest magnitude of the inputs. Richardson
   * extrapolation from steps h and 2h leaves an error of order h<sup>4</sup> plus the rounding
   * error divided by h.
   */
  private static final double STEP = 0x1p-12;

  private final Program program;
  private final int v;

  /**
   * Z before the change. It is computed from dense inputs, like Z after the change, because the Z
   * of the forward pass may differ by rounding. {@link #basePass} is the number of the pass to
   * which it belongs.
   */
  private DMatrixRMaj base = new DMatrixRMaj(0, 0);

  private int basePass = -1;

  FullPass(Program program, int v) {
    this.program = program;
    this.v = v;
  }

  synchronized void follow(Changes in, RowChanges out) {
    if (basePass != program.passCount) {
      base = moved(in, 0);
      basePass = program.passCount;
    }
    if (!in.isDerivative()) {
      add(in, 1, 1, out);
      return;
    }
    double largest = 0;
    double fastest = 0;
    for (int i = 0; i < in.count(); i++) {
      RowChanges rows = in.of(i);
      DMatrixRMaj before = in.dense(i);
      for (int at = 0; rows.count() > 0 && at < before.getNumElements(); at++) {
        largest = Math.max(largest, Math.abs(before.data[at]));
      }
      for (int slot = 0; slot < rows.count(); slot++) {
        for (int c = 0; c < rows.width(); c++) {
          fastest = Math.max(fastest, Math.abs(rows.difference(slot)[c]));
        }
      }
    }
    if (fastest > 0) {
      // A power of two makes the steps and the divisions by them exact.
      double scale = (largest > 0 ? largest : 1) / fastest;
      double step = STEP * Math.scalb(1.0, Math.getExponent(scale));
      // Richardson extrapolation (4 D(h) - D(2h)) / 3 of the central quotients D(h) = (Z(h) -
      // Z(-h)) / 2h.
      add(in, step, 4 / (6 * step), out);
      add(in, -step, -4 / (6 * step), out);
      add(in, 2 * step, -1 / (12 * step), out);
      add(in, -2 * step, 1 / (12 * step), out);
    }
  }

  /** Adds weight * (Z(H + step * changes) - Z(H)) for the rows in which this is not zero. */
  private void add(Changes in, double step, double weight, RowChanges out) {
    DMatrixRMaj after = moved(in, step);
    for (int u = 0; u < after.numRows; u++) {
      double @Nullable [] difference = null;
      for (int c = 0; c < after.numCols; c++) {
        double change = after.data[u * after.numCols + c] - base.data[u * after.numCols + c];
        if (change != 0) {
          if (difference == null) {
            difference = out.add(u);
          }
          difference[c] += weight * change;
        }
      }
    }
  }

  /** Returns Z(H + step * changes). */
  private DMatrixRMaj moved(Changes in, double step) {
    Step of = program.steps[v];
    DMatrixRMaj after = new DMatrixRMaj(of.shape.rows(), of.shape.cols());
    Operator operator = of.operator.get();
    operator.forward(new Moved(in, step), after, Pass.predicting(Workers.sequential()));
    program.precision.round(after.data, 0, after.getNumElements());
    return after;
  }

  /** The inputs with multiples of their changes added. */
  private final class Moved extends StepOperands {

    private final @Nullable DMatrixRMaj[] moved;

    Moved(Changes of, double step) {
      super(program, v);
      this.moved = new DMatrixRMaj[of.count()];
      for (int i = 0; i < moved.length; i++) {
        RowChanges rows = of.of(i);
        if (step != 0 && rows.count() > 0) {
          DMatrixRMaj sum = of.dense(i).copy();
          for (int slot = 0; slot < rows.count(); slot++) {
            for (int c = 0; c < sum.numCols; c++) {
              sum.data[rows.row(slot) * sum.numCols + c] += step * rows.difference(slot)[c];
            }
          }
          moved[i] = sum;
        }
      }
    }

    @Override
    public LeftOperand operand(int input) {
      return DenseOperand.view(dense(input));
    }

    @Override
    public DMatrixRMaj dense(int input) {
      DMatrixRMaj own = moved[input];
      return own == null ? super.dense(input) : own;
    }
  }
}
