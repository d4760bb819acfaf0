package io.linkteller.models.gin;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseKernels;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.layer.Bias;
import io.linkteller.models.layer.LinearMap;
import io.linkteller.models.network.ChangeBuffers;
import io.linkteller.models.network.IncrementalLayer;
import io.linkteller.models.network.Pass;
import io.linkteller.models.network.RowChanges;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.parallel.Workers;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * GIN's sum over a node and its neighbors together with the first linear layer of the perceptron
 * that follows it: Z = (A + (1 + ε) I) H W + b. Computed as A (H W) + (1 + ε) (H W) + b, so that
 * the sums over neighbors have the width of the output.
 */
final class GinConvolution implements IncrementalLayer {

  private static final int BLOCK_ROWS = 64;

  private final CsrMatrix adjacency;
  private final Tensor epsilon;
  private final LinearMap map;
  private final Bias bias;

  /** H W of the last forward pass. */
  private final DMatrixRMaj transformed = new DMatrixRMaj(0, 0);

  /** The derivative with respect to H W. */
  private final DMatrixRMaj gradTransformed = new DMatrixRMaj(0, 0);

  /** For each row, the dot product of H W and dL/dZ. */
  private double[] products = new double[0];

  GinConvolution(CsrMatrix adjacency, Tensor epsilon, Tensor weight, Tensor bias) {
    this.adjacency = adjacency;
    this.epsilon = epsilon;
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
    return List.of(epsilon, map.weight(), bias.tensor());
  }

  private double own() {
    return 1 + epsilon.value().data[0];
  }

  @Override
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    map.forward(in, transformed, pass);
    adjacency.multiplyPlusRow(transformed, bias.tensor().value().data, out, pass.workers());
    addOwn(transformed, out, pass.workers());
  }

  private void addOwn(DMatrixRMaj rows, DMatrixRMaj sum, Workers workers) {
    double own = own();
    workers.forRows(
        sum.getNumElements(),
        1 << 12,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            sum.data[i] += own * rows.data[i];
          }
        });
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    Workers workers = pass.workers();
    bias.backward(gradOut, workers);
    if (epsilon.trained()) {
      gradEpsilon(gradOut, workers);
    }
    adjacency.multiplyTransposed(gradOut, gradTransformed, workers);
    addOwn(gradOut, gradTransformed, workers);
    map.backward(in, gradTransformed, gradIn, pass);
  }

  private void gradEpsilon(DMatrixRMaj gradOut, Workers workers) {
    int n = gradOut.numRows;
    int width = gradOut.numCols;
    if (products.length != n) {
      products = new double[n];
    }
    workers.forRows(
        n,
        BLOCK_ROWS,
        (from, to) -> {
          for (int u = from; u < to; u++) {
            products[u] =
                DenseKernels.dot(gradOut.data, u * width, transformed.data, u * width, width);
          }
        });
    // Summed in row order, so that the result does not depend on the number of threads.
    double sum = 0;
    for (double product : products) {
      sum += product;
    }
    epsilon.gradient().reshape(1, 1);
    epsilon.gradient().data[0] = sum;
  }

  @Override
  public boolean scaleInputRow(int row, double factor, RowChanges out, ChangeBuffers buffers) {
    int width = outputWidth();
    out.clear(width);
    double[] change = new double[width];
    for (int i = 0; i < width; i++) {
      change[i] = (factor - 1) * transformed.data[row * width + i];
    }
    spread(row, change, out);
    return true;
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    out.clear(outputWidth());
    double[] change = new double[outputWidth()];
    for (int slot = 0; slot < in.count(); slot++) {
      map.multiplyRow(in.difference(slot), change);
      spread(in.row(slot), change, out);
    }
  }

  private void spread(int v, double[] change, RowChanges out) {
    int width = outputWidth();
    DenseKernels.add(own(), change, width, out.add(v));
    // A is symmetric, so row v contains the nodes that v influences.
    for (int e = adjacency.offset(v); e < adjacency.offset(v + 1); e++) {
      DenseKernels.add(1, change, width, out.add(adjacency.column(e)));
    }
  }
}
