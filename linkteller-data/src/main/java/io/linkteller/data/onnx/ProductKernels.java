package io.linkteller.data.onnx;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Products of matrices. */
final class ProductKernels {

  private ProductKernels() {}

  /** The product of matrices, or of each pair of a batch of them. */
  static final class MatMul extends Kernel {

    @Override
    int[] shape(int[]... in) {
      int[] a = in[0].length == 1 ? new int[] {1, in[0][0]} : in[0];
      int[] b = in[1].length == 1 ? new int[] {in[1][0], 1} : in[1];
      if (a.length < 2 || b.length < 2 || a[a.length - 1] != b[b.length - 2]) {
        throw new IllegalArgumentException(
            "a product of " + Tensor.text(in[0]) + " and " + Tensor.text(in[1]));
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

  /** Adds the rows of b that a row of a has entries for; zeros are skipped, as features are. */
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

  /** A sum of products whose axes are named by letters. */
  static final class Einsum extends Kernel {

    /** Some minutes of computation. */
    private static final long MAX_TERMS = 1L << 36;

    private final String[] terms;
    private final String result;

    /** Returns whether each term of an equation names each of its axes by another letter. */
    static boolean isSupported(String equation) {
      String[] sides = equation.replace(" ", "").split("->", -1);
      if (sides.length > 2 || (sides.length == 2 && sides[1].contains(","))) {
        return false;
      }
      String all = String.join(",", sides);
      return all.chars().allMatch(l -> l == ',' || (l < 128 && Character.isLetter(l)))
          && Arrays.stream(all.split(",", -1))
              .allMatch(term -> term.chars().distinct().count() == term.length());
    }

    Einsum(String equation) {
      String[] sides = equation.replace(" ", "").split("->", -1);
      terms = sides[0].split(",", -1);
      String named = sides[0];
      // Without a result, it has the letters that occur once, in their order.
      result =
          sides.length == 2
              ? sides[1]
              : named
                  .chars()
                  .filter(l -> l != ',' && named.indexOf(l) == named.lastIndexOf(l))
                  .sorted()
                  .mapToObj(Character::toString)
                  .collect(Collectors.joining());
    }

    private int[] lengths(int[]... in) {
      if (in.length != terms.length) {
        throw new IllegalArgumentException(in.length + " tensors for " + terms.length + " terms");
      }
      int[] lengths = new int[128];
      Arrays.fill(lengths, -1);
      for (int t = 0; t < terms.length; t++) {
        for (int axis = 0; axis < in[t].length; axis++) {
          int letter = terms[t].length() == in[t].length ? terms[t].charAt(axis) : 0;
          if (letter == 0
              || letter > 127
              || (lengths[letter] >= 0 && lengths[letter] != in[t][axis])) {
            throw new IllegalArgumentException(
                "the term " + terms[t] + " does not fit " + Tensor.text(in[t]));
          }
          lengths[letter] = in[t][axis];
        }
      }
      return lengths;
    }

    @Override
    int[] shape(int[]... in) {
      int[] lengths = lengths(in);
      return result.chars().map(letter -> lengths[letter]).toArray();
    }

    @Override
    int inAxis(int input, int outAxis, int[][] in, int[] out) {
      return terms[input].indexOf(result.charAt(outAxis));
    }

    @Override
    void compute(Tensor[] in, int[] shape, double[] out) {
      int[][] shapes = Arrays.stream(in).map(Tensor::shape).toArray(int[][]::new);
      int[] lengths = lengths(shapes);
      StringBuilder letters = new StringBuilder(result);
      for (String term : terms) {
        term.chars()
            .filter(l -> letters.indexOf(String.valueOf((char) l)) < 0)
            .forEach(l -> letters.append((char) l));
      }
      String all = letters.toString();
      int[] whole = all.chars().map(letter -> lengths[letter]).toArray();
      int[][] strides = new int[terms.length + 1][];
      for (int t = 0; t <= terms.length; t++) {
        String term = t < terms.length ? terms[t] : result;
        int[] own = strides(t < terms.length ? shapes[t] : shape);
        strides[t] = new int[whole.length];
        for (int axis = 0; axis < term.length(); axis++) {
          strides[t][all.indexOf(term.charAt(axis))] = own[axis];
        }
      }
      Walk walk = new Walk(whole, 0, strides);
      long count = 1;
      for (int length : whole) {
        count = Math.multiplyExact(count, length);
      }
      if (count > MAX_TERMS) {
        throw new IllegalArgumentException(result + " sums " + count + " products");
      }
      for (long i = 0; i < count; i++) {
        double product = 1;
        for (int t = 0; t < terms.length; t++) {
          product *= in[t].values()[walk.offsets[t]];
        }
        out[walk.offsets[terms.length]] += product;
        walk.next();
      }
    }
  }
}
