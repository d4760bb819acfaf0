package io.linkteller.models.outside;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.layer.Bias;
import io.linkteller.models.layer.LinearMap;
import io.linkteller.models.network.Layer;
import io.linkteller.models.network.Pass;
import io.linkteller.models.parameter.Tensor;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * GraphSAGE's mean aggregator (Hamilton, Ying, Leskovec, NIPS 2017): Z = H W_self + M H W_near + b,
 * where M averages over neighbors. Implements only the forward and the backward pass.
 */
final class PlainSageLayer implements Layer {

  private final CsrMatrix mean;
  private final LinearMap self;
  private final LinearMap near;
  private final Bias bias;
  private final DMatrixRMaj nearProduct = new DMatrixRMaj(0, 0);
  private final DMatrixRMaj ofNear = new DMatrixRMaj(0, 0);

  PlainSageLayer(CsrMatrix mean, Tensor self, Tensor near, Tensor bias) {
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
    near.forward(in, nearProduct, pass);
    mean.multiplyPlusRow(nearProduct, bias.tensor().value().data, ofNear, pass.workers());
    self.forward(in, out, pass);
    CommonOps_DDRM.addEquals(out, ofNear);
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    bias.backward(gradOut, pass.workers());
    mean.multiplyTransposed(gradOut, nearProduct, pass.workers());
    near.backward(in, nearProduct, gradIn.map(wanted -> ofNear), pass);
    self.backward(in, gradOut, gradIn, pass);
    gradIn.ifPresent(wanted -> CommonOps_DDRM.addEquals(wanted, ofNear));
  }
}
