package io.linkteller.models.sage;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.DenseKernels;
import io.linkteller.matrix.DenseOperand;
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
 * GraphSAGE with maximum aggregation: Z = H W + P N + b, where P_u is the elementwise maximum of
 * the rows of u's neighbors in H, or 0 for a node without neighbors. Where several neighbors attain
 * the maximum, the derivative is that of the first one.
 *
 * <p>H and P are stored as dense matrices, which takes 20 n d bytes in addition to the buffers of
 * the products.
 */
final class MaxAggregation implements IncrementalLayer {

  private static final int BLOCK_ROWS = 32;

  private final int[] offsets;
  private final int[] neighbors;
  private final LinearMap self;
  private final LinearMap near;
  private final Bias bias;

  private final DMatrixRMaj written = new DMatrixRMaj(0, 0);

  /** P. */
  private final DMatrixRMaj largest = new DMatrixRMaj(0, 0);

  /** For each entry of P the neighbor that attains the maximum, or -1 if there is none. */
  private int[] origin = new int[0];

  private final DMatrixRMaj product = new DMatrixRMaj(0, 0);
  private final DMatrixRMaj gradLargest = new DMatrixRMaj(0, 0);

  MaxAggregation(Graph graph, Tensor self, Tensor near, Tensor bias) {
    this.offsets = graph.copyOffsets();
    this.neighbors = graph.copyNeighbors();
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
    DenseRows.copy(in, written, pass.workers());
    largest.reshape(written.numRows, written.numCols);
    if (origin.length != written.getNumElements()) {
      origin = new int[written.getNumElements()];
    }
    pass.workers().forRows(written.numRows, BLOCK_ROWS, this::aggregate);
    self.forward(in, out, pass);
    near.forward(DenseOperand.view(largest), product, pass);
    DenseRows.add(product, out, pass.workers());
    bias.addTo(out, pass.workers());
  }

  private void aggregate(int from, int to) {
    int d = inputWidth();
    for (int u = from; u < to; u++) {
      for (int i = 0; i < d; i++) {
        int best = -1;
        double value = 0;
        for (int e = offsets[u]; e < offsets[u + 1]; e++) {
          double candidate = written.data[neighbors[e] * d + i];
          if (best < 0 || candidate > value) {
            best = neighbors[e];
            value = candidate;
          }
        }
        largest.data[u * d + i] = value;
        origin[u * d + i] = best;
      }
    }
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    bias.backward(gradOut, pass.workers());
    near.backward(DenseOperand.view(largest), gradOut, gradIn.map(wanted -> gradLargest), pass);
    self.backward(in, gradOut, gradIn, pass);
    gradIn.ifPresent(
        wanted ->
            pass.workers()
                .forRows(wanted.numRows, BLOCK_ROWS, (from, to) -> gather(from, to, wanted.data)));
  }

  /** Adds the derivatives with respect to P to the rows of H that attain the maxima. */
  private void gather(int from, int to, double[] gradIn) {
    int d = inputWidth();
    for (int w = from; w < to; w++) {
      for (int e = offsets[w]; e < offsets[w + 1]; e++) {
        int at = neighbors[e] * d;
        for (int i = 0; i < d; i++) {
          if (origin[at + i] == w) {
            gradIn[w * d + i] += gradLargest.data[at + i];
          }
        }
      }
    }
  }

  /**
   * Computes the change or the derivative of P_u from those of rows of H; returns whether it is
   * nonzero.
   */
  @FunctionalInterface
  private interface Follow {
    boolean follow(int u, RowChanges in, double[] out);
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    spread(in, this::changeOfLargest, out, buffers);
  }

  @Override
  public void moveInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    spread(in, this::derivativeOfLargest, out, buffers);
  }

  private void spread(RowChanges in, Follow kind, RowChanges out, ChangeBuffers buffers) {
    int width = outputWidth();
    out.clear(width);
    RowChanges visited = buffers.borrow(0);
    double[] product = new double[width];
    double[] ofLargest = new double[inputWidth()];
    for (int slot = 0; slot < in.count(); slot++) {
      int v = in.row(slot);
      self.multiplyRow(in.difference(slot), product);
      DenseKernels.add(1, product, width, out.add(v));
      for (int e = offsets[v]; e < offsets[v + 1]; e++) {
        int u = neighbors[e];
        if (visited.contains(u)) {
          continue;
        }
        visited.add(u);
        if (kind.follow(u, in, ofLargest)) {
          near.multiplyRow(ofLargest, product);
          DenseKernels.add(1, product, width, out.add(u));
        }
      }
    }
    buffers.release(visited);
  }

  private boolean changeOfLargest(int u, RowChanges in, double[] out) {
    int d = inputWidth();
    boolean any = false;
    for (int i = 0; i < d; i++) {
      out[i] = 0;
      if (!isTouched(u, i, in)) {
        continue;
      }
      double best = Double.NEGATIVE_INFINITY;
      double value = 0;
      double change = 0;
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        int w = neighbors[e];
        int slot = in.slotOf(w);
        double before = written.data[w * d + i];
        double ofRow = slot < 0 ? 0 : in.difference(slot)[i];
        if (before + ofRow > best) {
          best = before + ofRow;
          value = before;
          change = ofRow;
        }
      }
      // In this order, the result is exactly the change of the maximal row if that row stays the
      // same.
      out[i] = value - largest.data[u * d + i] + change;
      any |= out[i] != 0;
    }
    return any;
  }

  private boolean isTouched(int u, int column, RowChanges in) {
    for (int e = offsets[u]; e < offsets[u + 1]; e++) {
      int slot = in.slotOf(neighbors[e]);
      if (slot >= 0 && in.difference(slot)[column] != 0) {
        return true;
      }
    }
    return false;
  }

  private boolean derivativeOfLargest(int u, RowChanges in, double[] out) {
    int d = inputWidth();
    boolean any = false;
    for (int i = 0; i < d; i++) {
      int slot = in.slotOf(origin[u * d + i]);
      out[i] = slot < 0 ? 0 : in.difference(slot)[i];
      any |= out[i] != 0;
    }
    return any;
  }
}
