package io.linkteller.dp.sampling;

/**
 * A cursor over ascending ranks, for example of cells among the absent cells of a graph's upper
 * triangle, in row order.
 */
@FunctionalInterface
public interface RankCursor {

  /** Marks the end; returned after the last rank. */
  long END = Long.MAX_VALUE;

  /** {@return the next rank, or {@link #END} if none is left} */
  long next();

  /**
   * Returns a cursor over the ranks below {@code count} that another cursor does not visit.
   *
   * @param excluded the other cursor
   * @param count one more than the largest possible rank, at least 0
   * @return the cursor
   */
  static RankCursor allBut(RankCursor excluded, long count) {
    return new RankCursor() {
      private long at;
      private long skipped = excluded.next();

      @Override
      public long next() {
        while (at == skipped) {
          at++;
          skipped = excluded.next();
        }
        return at < count ? at++ : END;
      }
    };
  }

  /**
   * Returns a cursor over the first elements of an array.
   *
   * @param ranks ascending ranks, not copied
   * @param size the number of elements to visit, in [0, ranks.length]
   * @return the cursor
   */
  static RankCursor of(long[] ranks, int size) {
    return new RankCursor() {
      private int at;

      @Override
      public long next() {
        return at < size ? ranks[at++] : END;
      }
    };
  }
}
