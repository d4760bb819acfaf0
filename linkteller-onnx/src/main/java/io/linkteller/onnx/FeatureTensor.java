package io.linkteller.onnx;

import io.linkteller.feature.FeatureMatrix;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;

/**
 * One or more consecutive copies of a feature matrix in native memory, row-major, for runtimes that
 * read it in place. For a query with an edit, the edited rows are patched and later restored, so
 * that 2 d numbers per row are written instead of n d.
 *
 * <p>Not safe for use by several threads.
 */
final class FeatureTensor {

  /** The maximum size of a buffer. */
  private static final long MAX_BYTES = Integer.MAX_VALUE - 8;

  private final FeatureMatrix base;
  private final int copies;
  private final ByteBuffer bytes;
  private final FloatBuffer floats;
  private final DoubleBuffer doubles;
  private final boolean single;
  private final double[] row;
  private final float[] singleRow;
  private final LongArrayList patched = new LongArrayList();
  private long written;

  private FeatureTensor(FeatureMatrix base, int copies, boolean single, ByteBuffer bytes) {
    this.base = base;
    this.copies = copies;
    this.single = single;
    this.bytes = bytes;
    this.floats = bytes.asFloatBuffer();
    this.doubles = bytes.asDoubleBuffer();
    this.row = new double[base.cols()];
    this.singleRow = new float[single ? base.cols() : 0];
  }

  /**
   * Returns copies of features in newly allocated native memory. O(copies n d).
   *
   * @param base the features, n x d
   * @param copies the number of copies, at least 1
   * @param single whether to store {@code float} instead of {@code double}
   * @return the tensor
   * @throws IllegalArgumentException if the copies take more than 2<sup>31</sup> bytes, or a value
   *     overflows a {@code float}
   */
  static FeatureTensor of(FeatureMatrix base, int copies, boolean single) {
    int size = single ? Float.BYTES : Double.BYTES;
    long length = (long) base.rows() * base.cols() * size;
    if (length > MAX_BYTES / copies) {
      throw new IllegalArgumentException(
          copies
              + " copies of "
              + base.rows()
              + " x "
              + base.cols()
              + " features take more than "
              + MAX_BYTES
              + " bytes");
    }
    ByteBuffer bytes =
        ByteBuffer.allocateDirect((int) length * copies).order(ByteOrder.nativeOrder());
    FeatureTensor tensor = new FeatureTensor(base, copies, single, bytes);
    for (int r = 0; r < base.rows(); r++) {
      base.copyRow(r, tensor.row);
      for (int copy = 0; copy < copies; copy++) {
        tensor.write(copy, r, tensor.row);
      }
    }
    return tensor;
  }

  /** {@return the features without patches} */
  FeatureMatrix base() {
    return base;
  }

  /** {@return the number of copies} */
  int copies() {
    return copies;
  }

  /**
   * Returns the memory of the first copies, a live view that patches change.
   *
   * @param firstCopies the number of copies, in [1, copies]
   * @return the memory, in native byte order
   */
  ByteBuffer bytes(int firstCopies) {
    return bytes.slice(0, bytes.capacity() / copies * firstCopies).order(ByteOrder.nativeOrder());
  }

  /** {@return the number of bytes written since this tensor was created, including its creation} */
  long bytesWritten() {
    return written;
  }

  /**
   * Replaces a row until the next call of {@link #restore}. O(d).
   *
   * @param copy the copy, in [0, copies)
   * @param changed the row, in [0, n)
   * @param values d numbers
   * @throws IllegalArgumentException if a number overflows a {@code float}
   */
  void patch(int copy, int changed, double[] values) {
    patched.add((long) copy * base.rows() + changed);
    write(copy, changed, values);
  }

  /** Undoes all patches. O(d) per patch. */
  void restore() {
    while (!patched.isEmpty()) {
      long at = patched.removeLong(patched.size() - 1);
      int changed = (int) (at % base.rows());
      base.copyRow(changed, row);
      write((int) (at / base.rows()), changed, row);
    }
  }

  private void write(int copy, int at, double[] values) {
    int d = base.cols();
    int start = (copy * base.rows() + at) * d;
    if (single) {
      for (int col = 0; col < d; col++) {
        singleRow[col] = (float) values[col];
        if (Float.isInfinite(singleRow[col])) {
          throw new IllegalArgumentException(
              "row " + at + ", column " + col + ": " + values[col] + " overflows a float");
        }
      }
      floats.put(start, singleRow, 0, d);
      written += (long) d * Float.BYTES;
    } else {
      doubles.put(start, values, 0, d);
      written += (long) d * Double.BYTES;
    }
  }
}
