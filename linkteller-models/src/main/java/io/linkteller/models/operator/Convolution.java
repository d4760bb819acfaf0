package io.linkteller.models.operator;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.parallel.Workers;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * A graph convolution, Z = S H W + b. Inputs: H (n x d), W (d x d') and, optionally, b (1 x d').
 * Only H may depend on the features. The product is computed in the cheaper of two orders:
 *
 * <ul>
 *   <li>S (H W) takes (nnz(H) + nnz(S)) d' multiplications, where nnz is the number of stored
 *       entries.
 *   <li>(S H) W takes nnz(S) d + n d d' multiplications, which is less if H is dense and d &lt; d'.
 * </ul>
 */
public final class Convolution implements TrainableOperator, IncrementalOperator {

  private final NeighborSums sums;
  private final WeightProduct product = new WeightProduct();

  /** Whether the last forward pass computed (S H) W. */
  private boolean propagatedFirst;

  /**
   * H W of the last forward pass, or S H if propagated first. The backward pass overwrites H W with
   * the derivative with respect to it.
   */
  private final DMatrixRMaj inner = new DMatrixRMaj(0, 0);

  private final DMatrixRMaj gradInner = new DMatrixRMaj(0, 0);

  /**
   * Creates the operator.
   *
   * @param sums S
   */
  public Convolution(NeighborSums sums) {
    this.sums = sums;
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    Shape product = Shapes.afterWeight(inputs);
    if (product.rows() != sums.matrix().cols()) {
      throw new IllegalArgumentException(
          "sums over " + sums.matrix().cols() + " rows do not take a matrix of " + inputs.get(0));
    }
    return new Shape(sums.matrix().rows(), product.cols());
  }

  private boolean isCheaperPropagatedFirst(LeftOperand in, int width) {
    CsrMatrix s = sums.matrix();
    long d = in.cols();
    long transformFirst = (in.storedCount() + s.entryCount()) * width;
    return s.entryCount() * d + s.rows() * d * width < transformFirst;
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    Workers workers = pass.workers();
    LeftOperand h = in.operand(0);
    DMatrixRMaj weight = in.dense(1);
    double[] bias = in.count() > 2 ? in.dense(2).data : new double[weight.numCols];
    propagatedFirst = isCheaperPropagatedFirst(h, weight.numCols);
    if (propagatedFirst) {
      h.multiplyBy(sums.matrix(), inner, workers);
      product.forward(DenseOperand.view(inner), weight, out, pass);
      RowVectors.addTo(out, bias, workers);
    } else {
      product.forward(h, weight, inner, pass);
      sums.multiplyPlusRow(inner, bias, out, workers);
    }
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    Workers workers = pass.workers();
    if (in.count() > 2) {
      RowVectors.backward(gradOut, gradIn, 2, workers);
    }
    Optional<DMatrixRMaj> gradH = gradIn.of(0);
    if (propagatedFirst) {
      product.backward(
          DenseOperand.view(inner),
          in.dense(1),
          gradOut,
          gradH.map(wanted -> gradInner),
          gradIn.of(1),
          pass);
      gradH.ifPresent(wanted -> sums.multiplyTransposed(gradInner, wanted, workers));
    } else {
      sums.multiplyTransposed(gradOut, inner, workers);
      product.backward(in.operand(0), in.dense(1), inner, gradH, gradIn.of(1), pass);
    }
  }

  @Override
  public void change(Changes in, RowChanges out) {
    double growth = in.growth(0);
    if (!Double.isNaN(growth) && !propagatedFirst) {
      // inner holds H W, so the change of row v of H W is a multiple of its stored row.
      int width = inner.numCols;
      double[] t = new double[width];
      for (int v : in.rows(0)) {
        System.arraycopy(inner.data, v * width, t, 0, width);
        sums.spread(v, growth, t, width, in.firstWanted(), in.lastWanted(), out);
      }
      return;
    }
    RowChanges rows = in.of(0);
    int width = out.width();
    if (isCheaperSpreadFirst(rows, rows.width(), width)) {
      RowChanges spread = in.borrow(sums.matrix().rows(), rows.width());
      sums.spreadAll(rows, in, spread);
      for (int slot = 0; slot < spread.count(); slot++) {
        product.multiplyRow(spread.difference(slot), out.add(spread.row(slot)));
      }
      in.release(spread);
    } else if (in.wantsAll() || !sums.isCheaperGathered(rows, in.wanted())) {
      double[] change = new double[width];
      for (int slot = 0; slot < rows.count(); slot++) {
        product.multiplyRow(rows.difference(slot), change);
        sums.spread(rows.row(slot), 1, change, width, in.firstWanted(), in.lastWanted(), out);
      }
    } else {
      RowChanges transformed = in.borrow(sums.matrix().cols(), width);
      for (int slot = 0; slot < rows.count(); slot++) {
        product.multiplyRow(rows.difference(slot), transformed.add(rows.row(slot)));
      }
      sums.gather(transformed, in.wanted(), out);
      in.release(transformed);
    }
  }

  /**
   * Compares the two orders of products for changes, as {@link #forward} does for whole matrices.
   */
  private boolean isCheaperSpreadFirst(RowChanges changed, long d, long width) {
    long entries = sums.reached(changed);
    // An upper bound of the number of rows reached; the exact number is only known afterwards.
    long rows = Math.min(entries, sums.matrix().rows());
    return entries * d + rows * d * width < changed.count() * d * width + entries * width;
  }
}
