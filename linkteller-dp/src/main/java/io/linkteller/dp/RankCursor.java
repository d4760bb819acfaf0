package io.linkteller.dp;

/**
 * Ascending ranks of cells among the present cells, or among the absent ones, of a graph's upper
 * triangle in row order.
 */
@FunctionalInterface
interface RankCursor {

  /** What follows the last rank. */
  long END = Long.MAX_VALUE;

  /** The next rank, or {@link #END} from the end on. */
  long next();

  /** Every rank below {@code count} that is not in a cursor. */
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

  /** The first {@code size} ranks of an ascending array. */
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
