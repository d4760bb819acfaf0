package io.linkteller.testkit.contract;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.operator.Changes;
import io.linkteller.models.operator.Gradients;
import io.linkteller.models.operator.IncrementalOperator;
import io.linkteller.models.operator.Operands;
import io.linkteller.models.operator.Pass;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.models.operator.Shape;
import io.linkteller.models.operator.TrainableOperator;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import io.linkteller.parallel.Workers;
import java.util.List;
import java.util.function.Function;
import org.ejml.data.DMatrixRMaj;

/** Operators with one defect each, as a user might write them. */
final class BrokenOperators {

  private BrokenOperators() {}

  /** Composes a subclass of {@link Sum} with its weight. */
  abstract static class Contract implements OperatorContract {

    private final Function<Graph, Sum> operator;

    Contract(Function<Graph, Sum> operator) {
      this.operator = operator;
    }

    @Override
    public Value compose(ProgramBuilder p, Graph graph, Value h) {
      DMatrixRMaj weight = new DMatrixRMaj(new double[][] {{1, -0.5}, {0.3, 2}, {0.7, 0.1}});
      return p.apply(operator.apply(graph), h, p.parameter(Tensor.of("W", weight, true)));
    }
  }

  /** Z = (I + A) H W, correct; each defect overrides one method. */
  static class Sum implements TrainableOperator, IncrementalOperator {

    final Graph graph;

    Sum(Graph graph) {
      this.graph = graph;
    }

    @Override
    public Shape shape(List<Shape> inputs) {
      return new Shape(graph.nodeCount(), 2);
    }

    double[] row(LeftOperand in, int u) {
      double[] row = new double[in.cols()];
      in.copyRow(u, row);
      return row;
    }

    /** Adds the product of a row and W to a row of a matrix. */
    static void addProduct(double[] row, DMatrixRMaj weight, double[] out, int from) {
      for (int i = 0; i < 3; i++) {
        for (int c = 0; c < 2; c++) {
          out[from + c] += row[i] * weight.get(i, c);
        }
      }
    }

    @Override
    public void forward(Operands in, DMatrixRMaj out, Pass pass) {
      out.zero();
      for (int u = 0; u < graph.nodeCount(); u++) {
        addProduct(row(in.operand(0), u), in.dense(1), out.data, 2 * u);
        for (int v : graph.neighbors(u)) {
          addProduct(row(in.operand(0), v), in.dense(1), out.data, 2 * u);
        }
      }
    }

    DMatrixRMaj back(DMatrixRMaj gradOut) {
      DMatrixRMaj back = gradOut.copy();
      for (int u = 0; u < graph.nodeCount(); u++) {
        for (int v : graph.neighbors(u)) {
          for (int c = 0; c < 2; c++) {
            back.add(u, c, gradOut.get(v, c));
          }
        }
      }
      return back;
    }

    @Override
    public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
      DMatrixRMaj back = back(gradOut);
      gradIn.of(1).ifPresent(DMatrixRMaj::zero);
      gradIn.of(0).ifPresent(DMatrixRMaj::zero);
      for (int u = 0; u < graph.nodeCount(); u++) {
        double[] row = row(in.operand(0), u);
        for (int i = 0; i < 3; i++) {
          for (int c = 0; c < 2; c++) {
            double ofWeight = row[i] * back.get(u, c);
            double ofInput = in.dense(1).get(i, c) * back.get(u, c);
            int at = 3 * u + i;
            int entry = 2 * i + c;
            gradIn.of(1).ifPresent(matrix -> matrix.data[entry] += ofWeight);
            gradIn.of(0).ifPresent(matrix -> matrix.data[at] += ofInput);
          }
        }
      }
    }

    @Override
    public void change(Changes in, RowChanges out) {
      RowChanges rows = in.of(0);
      for (int slot = 0; slot < rows.count(); slot++) {
        addProduct(rows.difference(slot), in.dense(1), out.add(rows.row(slot)), 0);
        for (int v : graph.neighbors(rows.row(slot))) {
          addProduct(rows.difference(slot), in.dense(1), out.add(v), 0);
        }
      }
    }
  }

  static class Correct extends Contract {
    Correct() {
      super(Sum::new);
    }
  }

  /** Adds to the gradient of W instead of writing it. */
  static class AddsToGradients extends Contract {
    AddsToGradients() {
      super(
          graph ->
              new Sum(graph) {
                @Override
                public void backward(
                    Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
                  DMatrixRMaj wanted = gradIn.of(1).orElseThrow();
                  double before = wanted.data[0];
                  super.backward(in, gradOut, gradIn, pass);
                  wanted.data[0] += before;
                }
              });
    }
  }

  /** Forgets the neighbors in the derivative with respect to the input. */
  static class ForgetsNeighborsBackward extends Contract {
    ForgetsNeighborsBackward() {
      super(
          graph ->
              new Sum(graph) {
                @Override
                DMatrixRMaj back(DMatrixRMaj gradOut) {
                  return gradOut.copy();
                }
              });
    }
  }

  /** Subtracts the mean of all rows, so that every row depends on every other. */
  static class CentersAllRows extends Contract {
    CentersAllRows() {
      super(
          graph ->
              new Sum(graph) {
                @Override
                public void forward(Operands in, DMatrixRMaj out, Pass pass) {
                  super.forward(in, out, pass);
                  double sum = 0;
                  for (int i = 0; i < out.getNumElements(); i++) {
                    sum += out.data[i];
                  }
                  for (int i = 0; i < out.getNumElements(); i++) {
                    out.data[i] -= 1e-9 * sum;
                  }
                }
              });
    }
  }

  /** Clears the row after the one that it is given, which is computed later if rows ascend. */
  static class ClearsTheNextRow extends Contract {
    ClearsTheNextRow() {
      super(
          graph ->
              new Sum(graph) {
                @Override
                public void forward(Operands in, DMatrixRMaj out, Pass pass) {
                  DMatrixRMaj sums = out.copy();
                  super.forward(in, sums, pass);
                  pass.forEachRow(
                      out.numRows,
                      u -> {
                        System.arraycopy(sums.data, 2 * u, out.data, 2 * u, 2);
                        if (u + 1 < out.numRows) {
                          out.set(u + 1, 0, 0);
                        }
                      });
                }
              });
    }
  }

  /** Treats a sparse input as zero beyond its first column. */
  static class ReadsSparseInputWrong extends Contract {
    ReadsSparseInputWrong() {
      super(
          graph ->
              new Sum(graph) {
                @Override
                double[] row(LeftOperand in, int u) {
                  double[] row = super.row(in, u);
                  if (in.storedCount() < (long) in.rows() * in.cols()) {
                    row[1] = 0;
                  }
                  return row;
                }
              });
    }
  }

  /** Propagates a change to the row itself only. */
  static class ForgetsNeighborsOfChanges extends Contract {
    ForgetsNeighborsOfChanges() {
      super(
          graph ->
              new Sum(graph) {
                @Override
                public void change(Changes in, RowChanges out) {
                  RowChanges rows = in.of(0);
                  for (int slot = 0; slot < rows.count(); slot++) {
                    addProduct(rows.difference(slot), in.dense(1), out.add(rows.row(slot)), 0);
                  }
                }
              });
    }
  }

  /** Z = ((I + A) H W)², whose derivative along a direction is not its change. */
  static class TakesChangesForDerivatives extends Contract {
    TakesChangesForDerivatives() {
      super(
          graph ->
              new Sum(graph) {
                @Override
                public void forward(Operands in, DMatrixRMaj out, Pass pass) {
                  super.forward(in, out, pass);
                  for (int i = 0; i < out.getNumElements(); i++) {
                    out.data[i] *= out.data[i];
                  }
                }

                @Override
                public void change(Changes in, RowChanges out) {
                  super.change(in, out);
                  DMatrixRMaj z = new DMatrixRMaj(graph.nodeCount(), 2);
                  super.forward(in, z, Pass.predicting(Workers.sequential()));
                  for (int slot = 0; slot < out.count(); slot++) {
                    double[] difference = out.difference(slot);
                    for (int c = 0; c < 2; c++) {
                      difference[c] *= 2 * z.get(out.row(slot), c) + difference[c];
                    }
                  }
                }
              });
    }
  }
}
