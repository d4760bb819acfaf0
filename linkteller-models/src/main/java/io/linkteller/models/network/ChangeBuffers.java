package io.linkteller.models.network;

import java.util.ArrayDeque;

/**
 * A pool of {@link RowChanges}, which a thread borrows while it propagates changes through the
 * layers and returns for the next query. Not safe for use by several threads.
 */
public final class ChangeBuffers {

  private final int matrixRows;
  private final ArrayDeque<RowChanges> free = new ArrayDeque<>();

  /**
   * Creates a pool without buffers.
   *
   * @param matrixRows n, the number of rows of the matrices whose changes are stored
   */
  public ChangeBuffers(int matrixRows) {
    this.matrixRows = matrixRows;
  }

  /**
   * Borrows a buffer.
   *
   * @param width the number of columns of the matrix whose changes will be stored
   * @return an empty buffer
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
   * Returns a buffer to the pool.
   *
   * @param buffer a borrowed buffer; the caller must not use it any more
   */
  public void release(RowChanges buffer) {
    free.addFirst(buffer);
  }
}
