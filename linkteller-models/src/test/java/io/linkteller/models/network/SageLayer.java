package io.linkteller.models.network;

import io.linkteller.matrix.ColumnSums;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * GraphSAGE's mean aggregator (Hamilton, Ying, Leskovec, NIPS 2017): Z = H W_self + M H W_near + b,
 * M the mean over neighbours.
 */
final class SageLayer implements Layer {

  private final CsrMatrix mean;
  private final Tensor self;
  private final Tensor near;
  private final Tensor bias;
  private final DMatrixRMaj nearProduct = new DMatrixRMaj(0, 0);
  private final DMatrixRMaj summed = new DMatrixRMaj(0, 0);
  private final ServedWeight servedSelf = new ServedWeight();
  private final ServedWeight servedNear = new ServedWeight();

  SageLayer(CsrMatrix mean, Tensor self, Tensor near, Tensor bias) {
    this.mean = mean;
    this.self = self;
    this.near = near;
    this.bias = bias;
  }

  @Override
  public int inputWidth() {
    return self.value().numRows;
  }

  @Override
  public int outputWidth() {
    return self.value().numCols;
  }

  @Override
  public List<Tensor> parameters() {
    return List.of(self, near, bias);
  }

  @Override
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    in.multiply(near.value(), nearProduct, pass.workers());
    mean.multiplyPlusRow(nearProduct, bias.value().data, summed, pass.workers());
    in.multiply(self.value(), out, pass.workers());
    CommonOps_DDRM.addEquals(out, summed);
    servedSelf.set(self.value());
    servedNear.set(near.value());
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    bias.gradient().reshape(1, outputWidth());
    ColumnSums.of(gradOut, bias.gradient().data, pass.workers());
    mean.multiplyTransposed(gradOut, nearProduct, pass.workers());
    in.multiplyTransposed(nearProduct, near.gradient(), pass.workers());
    in.multiplyTransposed(gradOut, self.gradient(), pass.workers());
    gradIn.ifPresent(
        g -> {
          DMatrixRMaj selfT = CommonOps_DDRM.transpose(self.value(), null);
          DMatrixRMaj nearT = CommonOps_DDRM.transpose(near.value(), null);
          DenseOperand.view(gradOut).multiply(selfT, g, pass.workers());
          DenseOperand.view(nearProduct).multiply(nearT, summed, pass.workers());
          CommonOps_DDRM.addEquals(g, summed);
        });
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges spare, RowChanges out) {
    out.clear(outputWidth());
    double[] change = new double[outputWidth()];
    CsrMatrix reached = mean.transpose();
    for (int slot = 0; slot < in.count(); slot++) {
      servedSelf.multiply(in.difference(slot), change);
      add(1, change, out.add(in.row(slot)));
      servedNear.multiply(in.difference(slot), change);
      for (int e = reached.offset(in.row(slot)); e < reached.offset(in.row(slot) + 1); e++) {
        add(reached.value(e), change, out.add(reached.column(e)));
      }
    }
  }

  private static void add(double factor, double[] x, double[] y) {
    for (int i = 0; i < x.length; i++) {
      y[i] += factor * x[i];
    }
  }
}
