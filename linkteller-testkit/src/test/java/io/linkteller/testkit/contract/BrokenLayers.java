package io.linkteller.testkit.contract;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.network.ChangeBuffers;
import io.linkteller.models.network.IncrementalLayer;
import io.linkteller.models.network.Layer;
import io.linkteller.models.network.Pass;
import io.linkteller.models.network.RowChanges;
import io.linkteller.models.parameter.Tensor;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/** Layers with one defect each, as a user might write them. */
final class BrokenLayers {

  private BrokenLayers() {}

  /** Z = (I + A) H W, correct; each defect overrides one method. */
  static class Sum implements IncrementalLayer {

    final Graph graph;
    final Tensor weight =
        Tensor.startingAt("W", new DMatrixRMaj(new double[][] {{1, -0.5}, {0.3, 2}, {0.7, 0.1}}));
    int passes;

    Sum(Graph graph) {
      this.graph = graph;
    }

    @Override
    public int inputWidth() {
      return 3;
    }

    @Override
    public int outputWidth() {
      return 2;
    }

    @Override
    public List<Tensor> parameters() {
      return List.of(weight);
    }

    double[] row(LeftOperand in, int u) {
      double[] row = new double[in.cols()];
      in.copyRow(u, row);
      return row;
    }

    /** Adds the product of a row and W to a row of a matrix. */
    void addProduct(double[] row, double[] out, int from) {
      for (int i = 0; i < 3; i++) {
        for (int c = 0; c < 2; c++) {
          out[from + c] += row[i] * weight.value().get(i, c);
        }
      }
    }

    @Override
    public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
      passes++;
      out.reshape(in.rows(), 2);
      out.zero();
      for (int u = 0; u < in.rows(); u++) {
        addProduct(row(in, u), out.data, 2 * u);
        for (int v : graph.neighbors(u)) {
          addProduct(row(in, v), out.data, 2 * u);
        }
      }
    }

    @Override
    public void backward(
        LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
      DMatrixRMaj back = new DMatrixRMaj(in.rows(), 2);
      for (int u = 0; u < in.rows(); u++) {
        for (int c = 0; c < 2; c++) {
          back.add(u, c, gradOut.get(u, c));
          for (int v : graph.neighbors(u)) {
            back.add(u, c, gradOut.get(v, c));
          }
        }
      }
      weight.gradient().reshape(3, 2);
      weight.gradient().zero();
      gradIn.ifPresent(
          matrix -> {
            matrix.reshape(in.rows(), 3);
            matrix.zero();
          });
      for (int u = 0; u < in.rows(); u++) {
        double[] row = row(in, u);
        for (int i = 0; i < 3; i++) {
          for (int c = 0; c < 2; c++) {
            weight.gradient().add(i, c, row[i] * back.get(u, c));
            double derivative = weight.value().get(i, c) * back.get(u, c);
            int at = u;
            int col = i;
            gradIn.ifPresent(matrix -> matrix.add(at, col, derivative));
          }
        }
      }
    }

    @Override
    public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
      out.clear(2);
      for (int slot = 0; slot < in.count(); slot++) {
        addProduct(in.difference(slot), out.add(in.row(slot)), 0);
        for (int v : graph.neighbors(in.row(slot))) {
          addProduct(in.difference(slot), out.add(v), 0);
        }
      }
    }
  }

  static class Correct implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      return new Sum(graph);
    }
  }

  /** Adds to the gradient of W instead of writing it. */
  static class AddsToGradients implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      return new Sum(graph) {
        @Override
        public void backward(
            LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
          DMatrixRMaj before = weight.gradient().copy();
          super.backward(in, gradOut, gradIn, pass);
          for (int i = 0; i < before.getNumElements(); i++) {
            weight.gradient().data[i] += before.data[i];
          }
        }
      };
    }
  }

  /** Forgets the neighbors in the derivative with respect to the input. */
  static class ForgetsNeighborsBackward implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      return new Sum(graph) {
        @Override
        public void backward(
            LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
          super.backward(in, gradOut, Optional.empty(), pass);
          gradIn.ifPresent(
              matrix -> {
                matrix.reshape(in.rows(), 3);
                for (int u = 0; u < in.rows(); u++) {
                  for (int i = 0; i < 3; i++) {
                    matrix.set(
                        u,
                        i,
                        gradOut.get(u, 0) * weight.value().get(i, 0)
                            + gradOut.get(u, 1) * weight.value().get(i, 1));
                  }
                }
              });
        }
      };
    }
  }

  /** Writes gradients only where the derivative of the input is wanted. */
  static class SkipsGradients implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      return new Sum(graph) {
        @Override
        public void backward(
            LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
          if (gradIn.isPresent()) {
            super.backward(in, gradOut, gradIn, pass);
          } else {
            weight.gradient().zero();
          }
        }
      };
    }
  }

  /** Subtracts the mean of all rows, so that every row depends on every other. */
  static class CentersAllRows implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      return new Sum(graph) {
        @Override
        public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
          super.forward(in, out, pass);
          double sum = 0;
          for (int i = 0; i < out.getNumElements(); i++) {
            sum += out.data[i];
          }
          for (int i = 0; i < out.getNumElements(); i++) {
            out.data[i] -= 1e-9 * sum;
          }
        }
      };
    }
  }

  /** Remembers how often it was asked. */
  static class DriftsWithEachPass implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      return new Sum(graph) {
        @Override
        public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
          super.forward(in, out, pass);
          out.data[0] += 1e-12 * passes;
        }
      };
    }
  }

  /** Treats a sparse input as zero beyond its first column. */
  static class ReadsSparseInputWrong implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      return new Sum(graph) {
        @Override
        double[] row(LeftOperand in, int u) {
          double[] row = super.row(in, u);
          if (in.storedCount() < (long) in.rows() * in.cols()) {
            row[1] = 0;
          }
          return row;
        }
      };
    }
  }

  /** Propagates a change to the row itself only. */
  static class ForgetsNeighborsOfChanges implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      return new Sum(graph) {
        @Override
        public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
          out.clear(2);
          for (int slot = 0; slot < in.count(); slot++) {
            addProduct(in.difference(slot), out.add(in.row(slot)), 0);
          }
        }
      };
    }
  }

  /** Does not clear the changes of the query before. */
  static class KeepsOldChanges implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      return new Sum(graph) {
        @Override
        public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
          if (out.width() != 2) {
            out.clear(2);
          }
          for (int slot = 0; slot < in.count(); slot++) {
            addProduct(in.difference(slot), out.add(in.row(slot)), 0);
            for (int v : graph.neighbors(in.row(slot))) {
              addProduct(in.difference(slot), out.add(v), 0);
            }
          }
        }
      };
    }
  }

  /** Rounds otherwise where few rows are observed. */
  static class RoundsObservedRowsOtherwise implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      return new Sum(graph) {
        @Override
        public void changeObservedRows(
            RowChanges in, IntList observed, RowChanges out, ChangeBuffers buffers) {
          changeInputRows(in, out, buffers);
          for (int slot = 0; slot < out.count(); slot++) {
            out.difference(slot)[0] = (float) out.difference(slot)[0];
          }
        }
      };
    }
  }

  /** Takes the change for a factor f to be f times the row instead of f - 1 times. */
  static class ScalesByTheWholeFactor implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      return new Sum(graph) {

        private DMatrixRMaj last = new DMatrixRMaj(0, 0);

        @Override
        public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
          super.forward(in, out, pass);
          last = new DMatrixRMaj(in.rows(), 3);
          for (int u = 0; u < in.rows(); u++) {
            System.arraycopy(row(in, u), 0, last.data, 3 * u, 3);
          }
        }

        @Override
        public boolean scaleInputRow(
            int row, double factor, RowChanges out, ChangeBuffers buffers) {
          RowChanges in = buffers.borrow(3);
          double[] difference = in.add(row);
          for (int i = 0; i < 3; i++) {
            difference[i] = factor * last.get(row, i);
          }
          changeInputRows(in, out, buffers);
          buffers.release(in);
          return true;
        }
      };
    }
  }

  /** Z = H², whose derivative along a direction is not its change. */
  static class TakesChangesForDerivatives implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      return new IncrementalLayer() {

        private DMatrixRMaj last = new DMatrixRMaj(0, 0);

        @Override
        public int inputWidth() {
          return 1;
        }

        @Override
        public int outputWidth() {
          return 1;
        }

        @Override
        public List<Tensor> parameters() {
          return List.of();
        }

        @Override
        public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
          last = new DMatrixRMaj(in.rows(), 1);
          out.reshape(in.rows(), 1);
          double[] value = new double[1];
          for (int u = 0; u < in.rows(); u++) {
            in.copyRow(u, value);
            last.data[u] = value[0];
            out.data[u] = value[0] * value[0];
          }
        }

        @Override
        public void backward(
            LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
          gradIn.ifPresent(
              matrix -> {
                matrix.reshape(in.rows(), 1);
                for (int u = 0; u < in.rows(); u++) {
                  matrix.data[u] = 2 * last.data[u] * gradOut.data[u];
                }
              });
        }

        @Override
        public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
          out.clear(1);
          for (int slot = 0; slot < in.count(); slot++) {
            double change = in.difference(slot)[0];
            out.add(in.row(slot))[0] = change * (2 * last.data[in.row(slot)] + change);
          }
        }
      };
    }

    @Override
    public int hops() {
      return 0;
    }
  }

  /** Promises three columns and gives two. */
  static class LiesAboutItsWidth implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      return new Sum(graph) {
        @Override
        public int outputWidth() {
          return 3;
        }
      };
    }
  }
}
