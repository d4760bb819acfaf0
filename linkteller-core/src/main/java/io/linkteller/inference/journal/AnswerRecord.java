package io.linkteller.inference.journal;

import io.linkteller.inference.QueryKey;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.ejml.data.DMatrixRMaj;

/**
 * The binary format of one answer: marker, length of the body, body, checksum of the length and the
 * body. The body consists of the key of the query, n, c, the number of rows that follow, the
 * identity of the reference, and either all logits or, if that is shorter, the rows that differ
 * from the reference, in ascending order, each after its number. Logits are stored bit by bit.
 *
 * <p>The reference is an earlier answer that is stored in a record of its own, so that damage to
 * one record makes no other record unreadable. Its identity is the checksum of its logits.
 */
final class AnswerRecord {

  /** Begins each record, so that the next record can be found after a damaged one. */
  static final int MARKER = 0x4c_54_aa_51;

  /** The size of marker and length. */
  static final int PREFIX = 2 * Integer.BYTES;

  /** The size of marker, length and checksum. */
  static final int FRAME = 3 * Integer.BYTES;

  /** The size of the key, n, c, the number of rows that follow, and the reference. */
  static final int BODY_START = 2 * Long.BYTES + 4 * Integer.BYTES;

  /** Stored instead of the number of rows if all rows follow. */
  private static final int WHOLE = -1;

  /** Stored instead of the number of rows if all rows follow, for later records to refer to. */
  private static final int REFERENCE = -2;

  private AnswerRecord() {}

  /** An answer to which others refer, and its identity. */
  record Reference(DMatrixRMaj answer, int identity) {

    static Reference of(DMatrixRMaj answer) {
      ByteBuffer numbers =
          ByteBuffer.allocate(
              Math.toIntExact(2L * Integer.BYTES + (long) Double.BYTES * answer.getNumElements()));
      numbers.putInt(answer.numRows).putInt(answer.numCols);
      numbers.asDoubleBuffer().put(answer.data, 0, answer.getNumElements());
      return new Reference(answer, checksum(numbers.array(), 0, numbers.capacity()));
    }
  }

  /** Returns the record of an answer to which others refer. It answers no query. */
  static byte[] encode(Reference reference) {
    return encode(
        new QueryKey(0, 0),
        reference.answer(),
        REFERENCE,
        reference.identity(),
        reference.answer());
  }

  /**
   * Returns the record of an answer with all its logits, from which the reference can be restored.
   */
  static byte[] encodeWhole(QueryKey key, DMatrixRMaj answer) {
    return encode(key, answer, WHOLE, 0, answer);
  }

  /** Returns the record of an answer. */
  static byte[] encode(QueryKey key, DMatrixRMaj answer, Reference reference) {
    DMatrixRMaj other = reference.answer();
    int width = answer.numCols;
    if (answer.numRows == other.numRows && width == other.numCols) {
      int changed = 0;
      for (int row = 0; row < answer.numRows; row++) {
        changed += differs(answer, other, row) ? 1 : 0;
      }
      if (changed * rowSize(width, true) < answer.numRows * rowSize(width, false)) {
        return encode(key, answer, changed, reference.identity(), other);
      }
    }
    return encodeWhole(key, answer);
  }

  private static long rowSize(int width, boolean numbered) {
    return (numbered ? Integer.BYTES : 0) + (long) Double.BYTES * width;
  }

  private static byte[] encode(
      QueryKey key, DMatrixRMaj answer, int kind, int reference, DMatrixRMaj other) {
    int width = answer.numCols;
    long rows = kind < 0 ? answer.numRows * rowSize(width, false) : kind * rowSize(width, true);
    int body = Math.toIntExact(BODY_START + rows);
    ByteBuffer out = ByteBuffer.allocate(Math.addExact(body, FRAME));
    out.putInt(MARKER).putInt(body).putLong(key.high()).putLong(key.low());
    out.putInt(answer.numRows).putInt(width).putInt(kind).putInt(reference);
    for (int row = 0; row < answer.numRows; row++) {
      if (kind >= 0 && !differs(answer, other, row)) {
        continue;
      }
      if (kind >= 0) {
        out.putInt(row);
      }
      for (int i = row * width; i < (row + 1) * width; i++) {
        out.putDouble(answer.data[i]);
      }
    }
    out.putInt(checksum(out.array(), Integer.BYTES, Integer.BYTES + body));
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

  private static int checksum(byte[] bytes, int from, int count) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, from, count);
    return (int) checksum.getValue();
  }

  /**
   * What a record states about itself.
   *
   * @param key the key of the query
   * @param rows the number of rows of the answer
   * @param width the number of logits per row
   * @param kind the number of rows that follow, {@link #WHOLE} or {@link #REFERENCE}
   * @param reference the identity of the reference
   */
  record Head(QueryKey key, int rows, int width, int kind, int reference) {

    /** Reads the beginning of a body, whose position is moved behind it. */
    static Head of(ByteBuffer body) {
      return new Head(
          new QueryKey(body.getLong(), body.getLong()),
          body.getInt(),
          body.getInt(),
          body.getInt(),
          body.getInt());
    }

    boolean isReference() {
      return kind == REFERENCE;
    }

    boolean isWhole() {
      return kind < 0;
    }

    /** Returns whether a body of some length can be what this states. */
    boolean fits(int length) {
      if (rows < 1 || width < 1 || kind < REFERENCE || kind > rows) {
        return false;
      }
      long count = kind < 0 ? rows : kind;
      // Can't overflow: at most 2^31 rows of 2^34 bytes each.
      return count * rowSize(width, kind >= 0) == length - BODY_START
          && (long) rows * width <= Integer.MAX_VALUE - 8;
    }
  }

  /**
   * Reads an answer.
   *
   * @param body a body that {@linkplain Head#fits fits}
   * @param reference the answer to which the record refers; not used if all rows follow
   * @return the answer, empty if the record does not match the reference
   */
  static Optional<DMatrixRMaj> decode(ByteBuffer body, DMatrixRMaj reference) {
    Head head = Head.of(body);
    int width = head.width();
    if (!head.isWhole() && (head.rows() != reference.numRows || width != reference.numCols)) {
      return Optional.empty();
    }
    DMatrixRMaj answer = head.isWhole() ? new DMatrixRMaj(head.rows(), width) : reference.copy();
    int count = head.isWhole() ? head.rows() : head.kind();
    for (int i = 0, last = -1; i < count; i++) {
      int row = head.isWhole() ? i : body.getInt();
      if (row <= last || row >= head.rows()) {
        return Optional.empty();
      }
      last = row;
      for (int j = row * width; j < (row + 1) * width; j++) {
        answer.data[j] = body.getDouble();
      }
    }
    return Optional.of(answer);
  }
}
