package io.linkteller.attack.own;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;
import java.util.Random;
import java.util.function.IntSupplier;

/** Moves own nodes until the rows of all targets are solved or no more pairs are decided. */
final class RowReading {

  /**
   * The number of neighbors of a row in each part: enough to use the bits of a sum, and few enough
   * for a quick search.
   */
  private static final double NEIGHBORS_PER_PART = 3;

  /**
   * The maximum number of times that errors are doubled: a factor of 2^6 separates the few
   * roundings of a small graph from those of a large one.
   */
  private static final int MAX_WIDENINGS = 6;

  private final SumQueries queries;
  private final int m;
  private final IntSupplier asked;
  private final Random random;
  private final int budget;

  RowReading(SumQueries queries, int m, IntSupplier asked, Random random, int budget) {
    this.queries = queries;
    this.m = m;
    this.asked = asked;
    this.random = random;
    this.budget = budget;
  }

  void run() {
    IntArrayList open = open(queries.sums(), m);
    // 1. Move all targets, in as many queries as are needed to identify and confirm three neighbors
    // of a row.
    int all = queriesFor(m, queries.bits());
    for (int q = all; q > 0 && asked.getAsInt() < budget; q--) {
      queries.move(open);
      if (!queries.areSums()) {
        return;
      }
      if (!queries.isAdditive()) {
        break;
      }
    }
    open = solve();
    int fruitless = 0;
    while (!open.isEmpty() && asked.getAsInt() < budget && fruitless < 2) {
      IntLists.shuffle(open, random);
      if (queries.isAdditive()) {
        // 2. Move the open targets in parts.
        moveInParts(open);
      } else {
        // 3. If rows can be read only for targets that do not move, separate every pair by binary
        // codes.
        moveByCodes(open);
      }
      int before = open.size();
      open = solve();
      fruitless = open.size() < before ? 0 : fruitless + 1;
    }
  }

  /**
   * Solves rows, with errors that are large enough for the sums to be consistent, and returns the
   * open targets.
   */
  private IntArrayList solve() {
    queries.sums().solve();
    // If the measured error is too small, no set or a wrong set of neighbors agrees with a row.
    for (int step = 0; step < MAX_WIDENINGS && !queries.sums().contradictions().isEmpty(); step++) {
      queries.widenErrors(2);
      queries.sums().solve();
    }
    return open(queries.sums(), m);
  }

  private void moveByCodes(IntList open) {
    for (int bit = 0; (1 << bit) < open.size() && asked.getAsInt() < budget; bit++) {
      IntArrayList moved = new IntArrayList();
      for (int i = 0; i < open.size(); i++) {
        if (((i >> bit) & 1) == 1) {
          moved.add(open.getInt(i));
        }
      }
      queries.move(moved);
    }
  }

  private void moveInParts(IntList open) {
    double undecided = 0;
    for (int i : open) {
      undecided += queries.sums().undecidedNeighbors(i);
    }
    int parts = Math.max(2, (int) Math.ceil(undecided / open.size() / NEIGHBORS_PER_PART));
    // Queries that moved all targets confirm the neighbors found in parts.
    int each = Math.max(1, queriesFor(open.size() / parts, queries.bits()) - 1);
    for (int part = 0; part < parts; part++) {
      IntArrayList moved = new IntArrayList();
      for (int i = part; i < open.size(); i += parts) {
        moved.add(open.getInt(i));
      }
      for (int q = 0; q < each && asked.getAsInt() < budget; q++) {
        queries.move(moved);
      }
    }
  }

  /**
   * Returns one more than the number of sums, of {@code bits} bits each, that distinguish sets of
   * three candidates.
   */
  private static int queriesFor(int candidates, double bits) {
    double sets =
        (3 * Math.log(Math.max(2, candidates)) - Math.log(SubsetSums.CHANCE)) / Math.log(2);
    return 1 + (int) Math.ceil(sets / bits);
  }

  private static IntArrayList open(SubsetSums sums, int m) {
    IntArrayList open = new IntArrayList();
    for (int i = 0; i < m; i++) {
      if (!sums.isDecided(i)) {
        open.add(i);
      }
    }
    return open;
  }
}
