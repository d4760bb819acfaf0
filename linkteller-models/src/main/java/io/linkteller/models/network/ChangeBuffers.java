package io.linkteller.models.network;

import java.util.ArrayDeque;

/**
 * {@link RowChanges} that one thread borrows while it follows changes through the layers, and gives
 * back for the next query.
 */
public final class ChangeBuffers {

  private final int matrixRows;
  private final ArrayDeque<RowChanges> free = new ArrayDeque<>();

  /**
   * Returns a pool without buffers.
   *
   * @param matrixRows n, the number of rows of the matrices whose changes are kept
   */
  public ChangeBuffers(int matrixRows) {
    this.matrixRows = matrixRows;
  }

  /**
   * Borrows a buffer.
   *
   * @param width the number of columns of the matrix whose changes it will keep
   * @return a buffer without changes
   */
  public RowChanges borrow(int width) {
    RowChanges buffer = free.pollFirst();
    if (buffer == null) {
      buffer = new RowChanges(matrixRows);
    }
    buffer.clear(width);
    return buffer;
  }

  /**
   * Gives a buffer back.
   *
   * @param buffer what {@link #borrow} returned, not used any more
   */
  public void release(RowChanges buffer) {
    free.addFirst(buffer);
  }
}
