package io.linkteller.attack.influence;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * How far rows of an answer move beyond what a probe does to most of them. Where all nodes are
 * coupled, as by attention to all or by dense mixing, a probe moves most nodes along one direction,
 * some more and some less, and a neighbor along another one besides. The direction is the leading
 * one of the moves, each of length 1, of that half of the rows that it leaves least of.
 *
 * <p>Columns are measured in units of their spread among the nodes, so that a column of small
 * numbers counts as much as one of large numbers. Not safe for use by several threads.
 */
final class CommonMove {

  /** The rounds in which the half of the rows and the direction are fitted to each other. */
  private static final int ROUNDS = 4;

  private static final int POWER_ITERATIONS = 12;

  /** The least spread of a column, as a share of its numbers; below, rounding would count. */
  private static final double LEAST_SPREAD = 1e-3;

  private final DMatrixRMaj baseline;
  private final int[] answerRows;
  private final double[] units;
  private final double[] moves;
  private final double[] lengths;
  private final double[] direction;
  private final double[] next;
  private final double[] left;
  private final double[] sorted;

  /**
   * Creates scratch memory.
   *
   * @param baseline the answer before probes
   * @param answerRows the rows that are observed
   */
  CommonMove(DMatrixRMaj baseline, int[] answerRows) {
    int width = baseline.numCols;
    this.baseline = baseline;
    this.answerRows = answerRows;
    this.units = units(baseline);
    this.moves = new double[answerRows.length * width];
    this.lengths = new double[answerRows.length];
    this.direction = new double[width];
    this.next = new double[width];
    this.left = new double[answerRows.length];
    this.sorted = new double[answerRows.length];
  }

  private static double[] units(DMatrixRMaj baseline) {
    double[] units = new double[baseline.numCols];
    for (int col = 0; col < units.length; col++) {
      double sum = 0;
      double squares = 0;
      for (int row = 0; row < baseline.numRows; row++) {
        double value = baseline.unsafe_get(row, col);
        sum += value;
        squares += value * value;
      }
      double mean = sum / baseline.numRows;
      double meanSquare = squares / baseline.numRows;
      double spread = Math.sqrt(Math.max(0, meanSquare - mean * mean));
      double unit = Math.max(spread, LEAST_SPREAD * Math.sqrt(meanSquare));
      units[col] = unit > 0 ? unit : 1;
    }
    return units;
  }

  /**
   * Computes how far each row moved besides the common move, or at all if at most half of them
   * moved.
   *
   * @param answer the answer to a probe
   * @param beyond receives the lengths
   */
  void lengths(DMatrixRMaj answer, double[] beyond) {
    int moved = fillMoves(answer);
    if (2 * moved <= lengths.length) {
      System.arraycopy(lengths, 0, beyond, 0, lengths.length);
      return;
    }
    for (int col = 0; col < direction.length; col++) {
      // Moves are orthogonal to simpler vectors, as those of probabilities to one of ones.
      direction[col] = Math.cos(col + 1.0);
    }
    Arrays.fill(left, 0);
    double most = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      fitDirection(most);
      fillLeft();
      System.arraycopy(left, 0, sorted, 0, left.length);
      Arrays.sort(sorted);
      most = sorted[sorted.length / 2];
    }
    for (int row = 0; row < left.length; row++) {
      beyond[row] = left[row] * lengths[row];
    }
  }

  private int fillMoves(DMatrixRMaj answer) {
    int width = units.length;
    int moved = 0;
    for (int row = 0; row < answerRows.length; row++) {
      int from = answerRows[row] * width;
      double squares = 0;
      for (int col = 0; col < width; col++) {
        double move = (answer.data[from + col] - baseline.data[from + col]) / units[col];
        moves[row * width + col] = move;
        squares += move * move;
      }
      lengths[row] = Math.sqrt(squares);
      moved += squares > 0 ? 1 : 0;
    }
    return moved;
  }

  /** Power iteration on the moves of which the direction leaves at most a share. */
  private void fitDirection(double most) {
    int width = units.length;
    for (int iteration = 0; iteration < POWER_ITERATIONS; iteration++) {
      Arrays.fill(next, 0);
      for (int row = 0; row < lengths.length; row++) {
        if (lengths[row] > 0 && left[row] <= most) {
          int from = row * width;
          double factor = along(from) / (lengths[row] * lengths[row]);
          for (int col = 0; col < width; col++) {
            next[col] += factor * moves[from + col];
          }
        }
      }
      double squares = 0;
      for (double value : next) {
        squares += value * value;
      }
      if (squares == 0) {
        return;
      }
      double length = Math.sqrt(squares);
      for (int col = 0; col < width; col++) {
        direction[col] = next[col] / length;
      }
    }
  }

  private double along(int from) {
    double product = 0;
    for (int col = 0; col < direction.length; col++) {
      product += direction[col] * moves[from + col];
    }
    return product;
  }

  /** Fills in which share of the length of each move the direction leaves. */
  private void fillLeft() {
    int width = units.length;
    for (int row = 0; row < left.length; row++) {
      double along = along(row * width);
      double squares = 0;
      for (int col = 0; col < width; col++) {
        double rest = moves[row * width + col] - along * direction[col];
        squares += rest * rest;
      }
      left[row] = lengths[row] == 0 ? 1 : Math.sqrt(squares) / lengths[row];
    }
  }
}
