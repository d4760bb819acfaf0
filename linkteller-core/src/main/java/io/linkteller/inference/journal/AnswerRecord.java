package io.linkteller.inference.journal;

import io.linkteller.inference.QueryKey;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.ejml.data.DMatrixRMaj;

/**
 * A recorded answer in the file, in big-endian order: the length of the body, the body, and a
 * checksum of both. The body consists of the key of the query, n, c, the number of rows that
 * follow, and these rows. Either all n rows follow ({@link #WHOLE}), or only the rows that differ
 * from the first answer of the journal, each preceded by its index.
 */
final class AnswerRecord {

  /** The number of bytes of a body before its rows. */
  static final int HEAD = 2 * Long.BYTES + 3 * Integer.BYTES;

  /** The number of bytes around a body: its length and the checksum. */
  static final int FRAME = 2 * Integer.BYTES;

  /** Replaces the number of rows if all rows follow, without their indices. */
  private static final int WHOLE = -1;

  private AnswerRecord() {}

  /**
   * Encodes an answer, as its differences from the first answer if that is shorter.
   *
   * @param first the first answer of the journal, which may have another shape
   */
  static byte[] encode(QueryKey key, DMatrixRMaj answer, DMatrixRMaj first) {
    int width = answer.numCols;
    boolean isAlike = answer.numRows == first.numRows && width == first.numCols;
    int changed = 0;
    for (int row = 0; row < answer.numRows; row++) {
      changed += isAlike && !isSame(answer, first, row) ? 1 : 0;
    }
    boolean isWhole =
        !isAlike || changed * rowSize(width, false) >= answer.numRows * rowSize(width, true);
    long rows = isWhole ? answer.numRows * rowSize(width, true) : changed * rowSize(width, false);
    int size = Math.toIntExact(HEAD + rows);
    ByteBuffer out = ByteBuffer.allocate(Math.addExact(size, FRAME));
    out.putInt(size).putLong(key.high()).putLong(key.low());
    out.putInt(answer.numRows).putInt(width).putInt(isWhole ? WHOLE : changed);
    for (int row = 0; row < answer.numRows; row++) {
      if (!isWhole && isSame(answer, first, row)) {
        continue;
      }
      if (!isWhole) {
        out.putInt(row);
      }
      for (int i = row * width; i < (row + 1) * width; i++) {
        out.putDouble(answer.data[i]);
      }
    }
    out.putInt(checksum(out.array()));
    return out.array();
  }

  private static long rowSize(int width, boolean isWhole) {
    return (isWhole ? 0 : Integer.BYTES) + (long) Double.BYTES * width;
  }

  private static boolean isSame(DMatrixRMaj a, DMatrixRMaj b, int row) {
    for (int i = row * a.numCols; i < (row + 1) * a.numCols; i++) {
      if (Double.doubleToRawLongBits(a.data[i]) != Double.doubleToRawLongBits(b.data[i])) {
        return false;
      }
    }
    return true;
  }

  /** Returns the checksum of a record, computed from all of its bytes except the last four. */
  static int checksum(byte[] record) {
    CRC32C checksum = new CRC32C();
    checksum.update(record, 0, record.length - Integer.BYTES);
    return (int) checksum.getValue();
  }

  static QueryKey key(ByteBuffer record) {
    return new QueryKey(record.getLong(Integer.BYTES), record.getLong(Integer.BYTES + Long.BYTES));
  }

  /** Returns the answer of an intact record, or empty if its contents are impossible. */
  static Optional<DMatrixRMaj> decode(ByteBuffer record, DMatrixRMaj first) {
    ByteBuffer in = record.duplicate().position(Integer.BYTES + 2 * Long.BYTES);
    int rows = in.getInt();
    int width = in.getInt();
    int changed = in.getInt();
    boolean isWhole = changed == WHOLE;
    int count = isWhole ? rows : changed;
    int left = in.remaining() - Integer.BYTES;
    boolean isAlike = rows == first.numRows && width == first.numCols;
    // A width that fits in the record keeps the product below 2^63.
    boolean fits = isWhole ? width <= left / Double.BYTES : isAlike;
    if (rows < 1 || width < 1 || count < 0 || !fits || count * rowSize(width, isWhole) != left) {
      return Optional.empty();
    }
    DMatrixRMaj answer = isWhole ? new DMatrixRMaj(rows, width) : first.copy();
    for (int i = 0; i < count; i++) {
      int row = isWhole ? i : in.getInt();
      if (row < 0 || row >= rows) {
        return Optional.empty();
      }
      for (int j = row * width; j < (row + 1) * width; j++) {
        answer.data[j] = in.getDouble();
      }
    }
    return Optional.of(answer);
  }
}
