package io.linkteller.inference.journal;

import io.linkteller.inference.QueryKey;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.ejml.data.DMatrixRMaj;

/**
 * The binary format of one answer: length of the body, body, checksum of both. The body consists of
 * the key of the query, n, c, and either all logits or, if that is shorter, the rows that differ
 * from the journal's first answer. Logits are stored bit by bit.
 */
final class AnswerRecord {

  /** The size of the key, n, c, and the number of rows that follow. */
  private static final int BODY_START = 2 * Long.BYTES + 3 * Integer.BYTES;

  /** Stored instead of the number of rows if all rows follow. */
  private static final int WHOLE = -1;

  private AnswerRecord() {}

  static byte[] encode(QueryKey key, DMatrixRMaj answer, DMatrixRMaj first) {
    int width = answer.numCols;
    int changed = 0;
    boolean comparable =
        answer != first && answer.numRows == first.numRows && width == first.numCols;
    if (comparable) {
      for (int row = 0; row < answer.numRows; row++) {
        changed += differs(answer, first, row) ? 1 : 0;
      }
    }
    long sparse = (long) changed * (Integer.BYTES + (long) Double.BYTES * width);
    long whole = (long) Double.BYTES * width * answer.numRows;
    boolean asChanges = comparable && sparse < whole;
    int body = Math.toIntExact(BODY_START + (asChanges ? sparse : whole));
    ByteBuffer out = ByteBuffer.allocate(body + 2 * Integer.BYTES);
    out.putInt(body).putLong(key.high()).putLong(key.low());
    out.putInt(answer.numRows).putInt(width).putInt(asChanges ? changed : WHOLE);
    for (int row = 0; row < answer.numRows; row++) {
      if (asChanges && !differs(answer, first, row)) {
        continue;
      }
      if (asChanges) {
        out.putInt(row);
      }
      for (int i = row * width; i < (row + 1) * width; i++) {
        out.putDouble(answer.data[i]);
      }
    }
    out.putInt(checksum(out.array(), body + Integer.BYTES));
    return out.array();
  }

  private static boolean differs(DMatrixRMaj a, DMatrixRMaj b, int row) {
    for (int i = row * a.numCols; i < (row + 1) * a.numCols; i++) {
      if (Double.doubleToRawLongBits(a.data[i]) != Double.doubleToRawLongBits(b.data[i])) {
        return true;
      }
    }
    return false;
  }

  /** Returns the checksum of the length and the body. */
  static int checksum(byte[] bytes, int size) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, size);
    return (int) checksum.getValue();
  }

  /** Returns whether a body can have this length. */
  static boolean isPossible(int length) {
    return length >= BODY_START;
  }

  static QueryKey key(ByteBuffer body) {
    return new QueryKey(body.getLong(0), body.getLong(Long.BYTES));
  }

  static boolean isWhole(ByteBuffer body) {
    return body.getInt(BODY_START - Integer.BYTES) == WHOLE;
  }

  /**
   * Reads an answer.
   *
   * @param body a body whose checksum has been verified
   * @param first the journal's first answer, to which changed rows refer
   */
  static DMatrixRMaj decode(ByteBuffer body, DMatrixRMaj first) {
    body.position(2 * Long.BYTES);
    int rows = body.getInt();
    int width = body.getInt();
    int changed = body.getInt();
    DMatrixRMaj answer = changed == WHOLE ? new DMatrixRMaj(rows, width) : first.copy();
    int count = changed == WHOLE ? rows : changed;
    for (int i = 0; i < count; i++) {
      int row = changed == WHOLE ? i : body.getInt();
      for (int j = row * width; j < (row + 1) * width; j++) {
        answer.data[j] = body.getDouble();
      }
    }
    return answer;
  }
}
