package io.linkteller.models.gat;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseKernels;
import org.ejml.data.DMatrixRMaj;

/**
 * The attention coefficients and other intermediate results of the last forward pass of a {@link
 * GatLayer}, from which its backward pass and {@link AttentionChanges} start. The formulas and
 * symbols are those of {@link GatLayer}. The next forward pass overwrites all arrays.
 */
final class Attention {

  final int heads;
  final int headWidth;

  /** The number of columns of T, which is the number of heads times the width of a head. */
  final int width;

  /** Node u attends to the nodes columns[e] for e from offsets[u] to offsets[u + 1] - 1. */
  final int[] offsets;

  final int[] columns;

  /** T. */
  final DMatrixRMaj transformed = new DMatrixRMaj(0, 0);

  /** H S, if there is a skip connection. */
  final DMatrixRMaj skipped = new DMatrixRMaj(0, 0);

  /** The sums over w of α_uw T_w for all heads, before skip connection, mean and bias. */
  final DMatrixRMaj attended = new DMatrixRMaj(0, 0);

  /** a_src T_w, at index w * heads + head; {@link #destination} has a_dst T_w in the same order. */
  final double[] source;

  final double[] destination;

  /** α of each entry, for each head. */
  final double[][] alpha;

  private final double slope;
  private final GatTensors tensors;

  Attention(CsrMatrix pattern, int heads, double slope, GatTensors tensors) {
    this.heads = heads;
    this.width = tensors.weight().value().numCols;
    this.headWidth = width / heads;
    this.offsets = pattern.copyOffsets();
    this.columns = pattern.copyColumns();
    this.source = new double[nodes() * heads];
    this.destination = new double[nodes() * heads];
    this.alpha = new double[heads][pattern.entryCount()];
    this.slope = slope;
    this.tensors = tensors;
  }

  int nodes() {
    return offsets.length - 1;
  }

  /** Computes a_src T_u and a_dst T_u for a range of nodes. */
  void score(int from, int to) {
    double[] aSource = tensors.sourceScore().value().data;
    double[] aDestination = tensors.destinationScore().value().data;
    for (int u = from; u < to; u++) {
      for (int head = 0; head < heads; head++) {
        int at = (u * heads + head) * headWidth;
        source[u * heads + head] =
            DenseKernels.dot(transformed.data, at, aSource, head * headWidth, headWidth);
        destination[u * heads + head] =
            DenseKernels.dot(transformed.data, at, aDestination, head * headWidth, headWidth);
      }
    }
  }

  /**
   * Computes α for a range of nodes. Subtracting the largest score prevents overflow in the
   * softmax.
   */
  void attend(int from, int to) {
    for (int u = from; u < to; u++) {
      for (int head = 0; head < heads; head++) {
        attend(u, head, alpha[head]);
      }
    }
  }

  private void attend(int u, int head, double[] ofHead) {
    double largest = Double.NEGATIVE_INFINITY;
    double own = destination[u * heads + head];
    for (int e = offsets[u]; e < offsets[u + 1]; e++) {
      ofHead[e] = leaky(own + source[columns[e] * heads + head]);
      largest = Math.max(largest, ofHead[e]);
    }
    double total = 0;
    for (int e = offsets[u]; e < offsets[u + 1]; e++) {
      ofHead[e] = Math.exp(ofHead[e] - largest);
      total += ofHead[e];
    }
    for (int e = offsets[u]; e < offsets[u + 1]; e++) {
      ofHead[e] /= total;
    }
  }

  /** Returns LeakyReLU(z). */
  double leaky(double z) {
    return z > 0 ? z : slope * z;
  }

  /** Returns the derivative of LeakyReLU at z. */
  double slopeAt(double z) {
    return z > 0 ? 1 : slope;
  }
}
