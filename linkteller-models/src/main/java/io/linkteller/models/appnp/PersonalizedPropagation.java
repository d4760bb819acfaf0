package io.linkteller.models.appnp;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseKernels;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.layer.DenseRows;
import io.linkteller.models.network.ChangeBuffers;
import io.linkteller.models.network.IncrementalLayer;
import io.linkteller.models.network.Pass;
import io.linkteller.models.network.RowChanges;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * K steps of personalized PageRank: Z_0 = H, Z_(k+1) = (1 - α) Â Z_k + α H, Z = Z_K. Linear in H
 * and without parameters; nodes influence each other within K hops. A pass takes O(K (n + 2|E|) d)
 * time.
 */
final class PersonalizedPropagation implements IncrementalLayer {

  /** (1 - α) Â, which is not symmetric for every normalization. */
  private final CsrMatrix step;

  private final int steps;
  private final double teleport;
  private final int width;

  /** H, or dL/dZ in a backward pass; {@link #one} and {@link #other} hold Z_k alternately. */
  private final DMatrixRMaj start = new DMatrixRMaj(0, 0);

  private final DMatrixRMaj one = new DMatrixRMaj(0, 0);
  private final DMatrixRMaj other = new DMatrixRMaj(0, 0);

  PersonalizedPropagation(CsrMatrix adjacency, int steps, double teleport, int width) {
    double[] factors = new double[adjacency.cols()];
    Arrays.fill(factors, 1 - teleport);
    this.step = adjacency.withColumnsScaled(factors);
    this.steps = steps;
    this.teleport = teleport;
    this.width = width;
  }

  @Override
  public int inputWidth() {
    return width;
  }

  @Override
  public int outputWidth() {
    return width;
  }

  @Override
  public List<Tensor> parameters() {
    return List.of();
  }

  @Override
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    DenseRows.copy(in, start, pass.workers());
    run(false, out, pass.workers());
  }

  /** Z is a polynomial of Â times H, so dL/dH is the same polynomial of Âᵀ times dL/dZ. */
  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    gradIn.ifPresent(
        wanted -> {
          start.setTo(gradOut);
          run(true, wanted, pass.workers());
        });
  }

  private void run(boolean transposed, DMatrixRMaj out, Workers workers) {
    DMatrixRMaj current = start;
    for (int k = 1; k <= steps; k++) {
      // The two buffers alternate, since a product cannot be written to its own operand.
      DMatrixRMaj next = k == steps ? out : k % 2 == 0 ? one : other;
      if (transposed) {
        step.multiplyTransposed(current, next, workers);
      } else {
        step.multiply(current, next, workers);
      }
      workers.forRows(
          start.getNumElements(),
          1 << 12,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              next.data[i] += teleport * start.data[i];
            }
          });
      current = next;
    }
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    RowChanges current = in;
    CsrMatrix reached = step.transpose();
    for (int k = 1; k <= steps; k++) {
      RowChanges next = k == steps ? out : buffers.borrow(width);
      next.clear(width);
      current.sortByRow();
      for (int slot = 0; slot < in.count(); slot++) {
        DenseKernels.add(teleport, in.difference(slot), width, next.add(in.row(slot)));
      }
      for (int slot = 0; slot < current.count(); slot++) {
        int v = current.row(slot);
        for (int e = reached.offset(v); e < reached.offset(v + 1); e++) {
          DenseKernels.add(
              reached.value(e), current.difference(slot), width, next.add(reached.column(e)));
        }
      }
      if (current != in) {
        buffers.release(current);
      }
      current = next;
    }
  }
}
