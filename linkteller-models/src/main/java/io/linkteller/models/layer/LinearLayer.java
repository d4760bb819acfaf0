package io.linkteller.models.layer;

import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.network.ChangeBuffers;
import io.linkteller.models.network.IncrementalLayer;
import io.linkteller.models.network.Pass;
import io.linkteller.models.network.RowChanges;
import io.linkteller.models.parameter.Tensor;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * A linear layer, Z = H W + b. It treats each node separately, so an input row influences only the
 * output row of the same node.
 */
public final class LinearLayer implements IncrementalLayer {

  private final LinearMap map;
  private final Bias bias;

  /**
   * Creates a layer.
   *
   * @param weight W, d x d'
   * @param bias b, 1 x d'
   */
  public LinearLayer(Tensor weight, Tensor bias) {
    this.map = new LinearMap(weight);
    this.bias = new Bias(bias);
  }

  @Override
  public int inputWidth() {
    return map.inputWidth();
  }

  @Override
  public int outputWidth() {
    return map.outputWidth();
  }

  @Override
  public List<Tensor> parameters() {
    return List.of(map.weight(), bias.tensor());
  }

  @Override
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    map.forward(in, out, pass);
    bias.addTo(out, pass.workers());
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    bias.backward(gradOut, pass.workers());
    map.backward(in, gradOut, gradIn, pass);
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    out.clear(outputWidth());
    for (int slot = 0; slot < in.count(); slot++) {
      map.multiplyRow(in.difference(slot), out.add(in.row(slot)));
    }
  }
}
