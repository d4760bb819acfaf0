package io.linkteller.models.sage;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseKernels;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.layer.Bias;
import io.linkteller.models.layer.DenseRows;
import io.linkteller.models.layer.LinearMap;
import io.linkteller.models.network.ChangeBuffers;
import io.linkteller.models.network.IncrementalLayer;
import io.linkteller.models.network.Pass;
import io.linkteller.models.network.RowChanges;
import io.linkteller.models.parameter.Tensor;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * GraphSAGE with mean aggregation: Z = H W + M (H N) + b, where M averages over neighbors; the mean
 * of a node without neighbors is 0. The mean is computed after the product H N, which is nearly
 * always narrower than H.
 */
final class MeanAggregation implements IncrementalLayer {

  private final CsrMatrix mean;
  private final LinearMap self;
  private final LinearMap near;
  private final Bias bias;

  /** H W and H N of the last forward pass. */
  private final DMatrixRMaj ofSelf = new DMatrixRMaj(0, 0);

  private final DMatrixRMaj ofNear = new DMatrixRMaj(0, 0);

  private final DMatrixRMaj gradNear = new DMatrixRMaj(0, 0);
  private final DMatrixRMaj gradIn = new DMatrixRMaj(0, 0);

  MeanAggregation(CsrMatrix mean, Tensor self, Tensor near, Tensor bias) {
    this.mean = mean;
    this.self = new LinearMap(self);
    this.near = new LinearMap(near);
    this.bias = new Bias(bias);
  }

  @Override
  public int inputWidth() {
    return self.inputWidth();
  }

  @Override
  public int outputWidth() {
    return self.outputWidth();
  }

  @Override
  public List<Tensor> parameters() {
    return List.of(self.weight(), near.weight(), bias.tensor());
  }

  @Override
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    self.forward(in, ofSelf, pass);
    near.forward(in, ofNear, pass);
    mean.multiplyPlusRow(ofNear, bias.tensor().value().data, out, pass.workers());
    DenseRows.add(ofSelf, out, pass.workers());
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> wanted, Pass pass) {
    bias.backward(gradOut, pass.workers());
    mean.multiplyTransposed(gradOut, gradNear, pass.workers());
    near.backward(in, gradNear, wanted.map(w -> gradIn), pass);
    self.backward(in, gradOut, wanted, pass);
    wanted.ifPresent(w -> DenseRows.add(gradIn, w, pass.workers()));
  }

  @Override
  public boolean scaleInputRow(int row, double factor, RowChanges out, ChangeBuffers buffers) {
    int width = outputWidth();
    out.clear(width);
    double[] change = new double[width];
    System.arraycopy(ofSelf.data, row * width, change, 0, width);
    DenseKernels.add(factor - 1, change, width, out.add(row));
    System.arraycopy(ofNear.data, row * width, change, 0, width);
    spread(row, factor - 1, change, out);
    return true;
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    int width = outputWidth();
    out.clear(width);
    double[] change = new double[width];
    for (int slot = 0; slot < in.count(); slot++) {
      self.multiplyRow(in.difference(slot), change);
      DenseKernels.add(1, change, width, out.add(in.row(slot)));
      near.multiplyRow(in.difference(slot), change);
      spread(in.row(slot), 1, change, out);
    }
  }

  private void spread(int v, double factor, double[] change, RowChanges out) {
    CsrMatrix reached = mean.transpose();
    for (int e = reached.offset(v); e < reached.offset(v + 1); e++) {
      DenseKernels.add(
          factor * reached.value(e), change, outputWidth(), out.add(reached.column(e)));
    }
  }
}
