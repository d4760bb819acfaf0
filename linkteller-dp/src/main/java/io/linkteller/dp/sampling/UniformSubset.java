package io.linkteller.dp.sampling;

import java.util.Arrays;

/** Draws uniform subsets of a given size, without replacement, by integer arithmetic alone. */
public final class UniformSubset {

  /** For a subset of at least an eighth of all items, deciding item by item costs less. */
  private static final int DENSE = 8;

  private UniformSubset() {}

  /**
   * Draws a subset of the integers below {@code population}; every subset of this size is equally
   * likely. Takes O(size log size) time, or O(size) if the subset is at least an eighth of the
   * population.
   *
   * @param population number of integers, at least 0
   * @param size number of integers to draw, in [0, population]
   * @param chance source of the draws
   * @return the subset, ascending
   * @throws IllegalArgumentException if size is outside its range
   */
  public static RankCursor of(long population, long size, Chance chance) {
    if (size < 0 || size > population) {
      throw new IllegalArgumentException("size = " + size + " is outside [0, " + population + "]");
    }
    return size >= (population + DENSE - 1) / DENSE
        ? itemByItem(population, size, chance)
        : RankCursor.of(drawn(population, Math.toIntExact(size), chance), (int) size);
  }

  /** Takes each item in turn with probability (number still wanted) / (number still left). */
  private static RankCursor itemByItem(long population, long size, Chance chance) {
    return new RankCursor() {
      private long at;
      private long wanted = size;

      @Override
      public long next() {
        while (wanted > 0) {
          long item = at++;
          if (chance.below(population - item) < wanted) {
            wanted--;
            return item;
          }
        }
        return END;
      }
    };
  }

  /**
   * Returns the first {@code size} distinct values of an endless uniform sequence. A round draws
   * only as many values as are still missing, so it never draws too many, and the set is the same
   * as if the values were drawn one by one.
   */
  private static long[] drawn(long population, int size, Chance chance) {
    long[] values = new long[size];
    int distinct = 0;
    while (distinct < size) {
      for (int i = distinct; i < size; i++) {
        values[i] = chance.below(population);
      }
      Arrays.parallelSort(values);
      distinct = 0;
      for (int i = 0; i < size; i++) {
        if (i == 0 || values[i] != values[i - 1]) {
          values[distinct++] = values[i];
        }
      }
    }
    return values;
  }

  /**
   * Draws the number of items of one kind in a uniform subset, which is hypergeometric. Takes
   * O(min(size, kind + others - size)) time and constant memory.
   *
   * @param kind the number of items of that kind
   * @param others the number of items of the other kind
   * @param size the number of items drawn, in [0, kind + others]
   * @param chance source of the draws
   * @return the number of drawn items of that kind
   */
  public static long countOfKind(long kind, long others, long size, Chance chance) {
    long population = kind + others;
    if (size > population - size) {
      return kind - countOfKind(kind, others, population - size, chance);
    }
    long kindLeft = kind;
    for (long drawn = 0; drawn < size && kindLeft > 0; drawn++) {
      if (chance.below(population - drawn) < kindLeft) {
        kindLeft--;
      }
    }
    return kind - kindLeft;
  }
}
