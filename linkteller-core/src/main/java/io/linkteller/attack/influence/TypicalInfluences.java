package io.linkteller.attack.influence;

import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.inference.InferenceNodes;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Subtracts the typical influence between nodes, which the influence along an edge exceeds. First,
 * the median of each column is subtracted from the moves that a node v causes. If most nodes still
 * move each other, r_v c_u / r is also subtracted from the length of u's move, where r_v is the
 * median influence of v on the others, c_u the median influence of the others on u, and r the
 * median of all r_v.
 */
final class TypicalInfluences {

  /** The maximum number of values to keep for the moves of all pairs of targets: 240 MB. */
  private static final long MAX_NUMBERS = 30_000_000;

  private TypicalInfluences() {}

  /** Checks that the moves of all pairs of targets fit into memory. */
  static void requireFew(int targets, int width) {
    if ((long) targets * targets * width > MAX_NUMBERS) {
      throw new UnsuitableModelException(
          String.format(
              "the influences among %,d targets with %,d numbers per node take too much memory;"
                  + " use a sample of the targets",
              targets, width));
    }
  }

  /**
   * Subtracts the median of each column.
   *
   * @param moves the concatenated moves, {@code width} values each; modified in place
   * @param width the number of values per move
   */
  static void subtractMedians(double[] moves, int width) {
    double[] column = new double[moves.length / width];
    for (int col = 0; col < width; col++) {
      for (int row = 0; row < column.length; row++) {
        column[row] = moves[row * width + col];
      }
      Arrays.sort(column);
      double median = column[column.length / 2];
      for (int row = 0; row < column.length && median != 0; row++) {
        moves[row * width + col] -= median;
      }
    }
  }

  /** Returns the Euclidean length of the move with a given index. */
  static double length(double[] moves, int at, int width) {
    double squares = 0;
    for (int i = at * width; i < (at + 1) * width; i++) {
      squares += moves[i] * moves[i];
    }
    return Math.sqrt(squares);
  }

  /**
   * Returns the excess over typical influences, or the influences themselves if most nodes do not
   * influence each other.
   */
  static InfluenceMatrix exceeded(InfluenceMatrix measured, InferenceNodes nodes) {
    if (!measured.isCoupled()) {
      return measured;
    }
    int probed = measured.probedCount();
    int observed = measured.observedCount();
    double[] ofRows =
        medians(probed, v -> IntStream.range(0, observed).mapToDouble(measured.row(v)::at));
    double[] ofColumns =
        medians(
            observed, u -> IntStream.range(0, probed).mapToDouble(v -> measured.influence(v, u)));
    double typical = median(Arrays.stream(ofRows));
    if (typical == 0) {
      return measured;
    }
    InfluenceMatrix.Builder beyond =
        InfluenceMatrix.builder(nodes, measured.extent(), measured.delta());
    for (int v = 0; v < probed; v++) {
      InfluenceMatrix.Row row = measured.row(v);
      double factor = ofRows[v] / typical;
      beyond.set(
          v,
          IntStream.range(0, observed)
              .mapToDouble(u -> Math.max(0, row.at(u) - factor * ofColumns[u]))
              .toArray());
    }
    return beyond.build();
  }

  private static double[] medians(int count, IntFunction<DoubleStream> values) {
    return IntStream.range(0, count).mapToDouble(i -> median(values.apply(i))).toArray();
  }

  private static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
