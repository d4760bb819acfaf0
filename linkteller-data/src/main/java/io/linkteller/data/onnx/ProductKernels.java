package io.linkteller.data.onnx;

import java.util.Arrays;

/** Matrix products. */
final class ProductKernels {

  private ProductKernels() {}

  /** The product of two matrices, or of each pair of matrices in two batches. */
  static final class MatMul extends Kernel {

    @Override
    int[] shape(int[]... in) {
      int[] a = in[0].length == 1 ? new int[] {1, in[0][0]} : in[0];
      int[] b = in[1].length == 1 ? new int[] {in[1][0], 1} : in[1];
      if (a.length < 2 || b.length < 2 || a[a.length - 1] != b[b.length - 2]) {
        throw new IllegalArgumentException(
            "cannot multiply " + Tensor.text(in[0]) + " by " + Tensor.text(in[1]));
      }
      int[] batch = broadcast(Arrays.copyOf(a, a.length - 2), Arrays.copyOf(b, b.length - 2));
      int[] shape = Arrays.copyOf(batch, batch.length + 2);
      int rank = batch.length;
      if (in[0].length > 1) {
        shape[rank++] = a[a.length - 2];
      }
      if (in[1].length > 1) {
        shape[rank++] = b[b.length - 1];
      }
      return Arrays.copyOf(shape, rank);
    }

    @Override
    int inAxis(int input, int outAxis, int[][] in, int[] out) {
      if (in[0].length < 2 || in[1].length < 2) {
        return input == 0 && in[0].length > 1 && outAxis == out.length - 1 ? in[0].length - 2 : -1;
      }
      int axis = outAxis - out.length + in[input].length;
      int contracted = input == 0 ? in[0].length - 1 : in[1].length - 2;
      if (axis < 0 || axis == contracted) {
        return -1;
      }
      boolean batch = outAxis < out.length - 2;
      return batch && in[input][axis] == 1 ? -1 : axis;
    }

    @Override
    void compute(Tensor[] in, int[] shape, double[] out) {
      int[] a = in[0].rank() == 1 ? new int[] {1, in[0].shape()[0]} : in[0].shape();
      int[] b = in[1].rank() == 1 ? new int[] {in[1].shape()[0], 1} : in[1].shape();
      int rows = a[a.length - 2];
      int inner = a[a.length - 1];
      int cols = b[b.length - 1];
      int[] ofA = Arrays.copyOf(a, a.length - 2);
      int[] ofB = Arrays.copyOf(b, b.length - 2);
      int[] batch = broadcast(ofA, ofB);
      Walk walk = new Walk(batch, 0, broadcastStrides(ofA, batch), broadcastStrides(ofB, batch));
      int count = Tensor.size(batch);
      for (int i = 0; i < count; i++) {
        product(
            in[0].values(),
            walk.offsets[0] * rows * inner,
            in[1].values(),
            walk.offsets[1] * inner * cols,
            out,
            i * rows * cols,
            rows,
            inner,
            cols);
        walk.next();
      }
    }
  }

  /** Adds a matrix product to {@code out}. Skips zeros in {@code a}, because features have many. */
  private static void product(
      double[] a,
      int fromA,
      double[] b,
      int fromB,
      double[] out,
      int to,
      int rows,
      int inner,
      int cols) {
    for (int r = 0; r < rows; r++) {
      for (int k = 0; k < inner; k++) {
        double factor = a[fromA + r * inner + k];
        if (factor != 0) {
          int at = fromB + k * cols;
          int end = to + r * cols;
          for (int c = 0; c < cols; c++) {
            out[end + c] += factor * b[at + c];
          }
        }
      }
    }
  }
}
