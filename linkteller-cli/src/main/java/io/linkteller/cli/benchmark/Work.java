package io.linkteller.cli.benchmark;

/**
 * The least work of one step of a computation: what any implementation in this arrangement has to
 * move and compute, whatever it does beyond.
 *
 * @param name the step
 * @param count how often the step is done
 * @param bytes bytes read and written in memory order, each array once per step
 * @param workingSet size in bytes of the arrays that are read and written
 * @param operations floating-point additions and multiplications, two per multiply-add
 * @param gathered rows that are read at arbitrary places of a table
 * @param width the numbers in such a row, at least 1
 * @param table the size of the table in bytes
 * @param random bytes of randomness
 */
public record Work(
    String name,
    double count,
    double bytes,
    double workingSet,
    double operations,
    double gathered,
    int width,
    double table,
    double random) {

  /** The size of a double in bytes. */
  static final int DOUBLE = 8;

  /** The size of an int in bytes. */
  static final int INT = 4;

  /** Creates a step. */
  public Work {
    requireCount("count", count);
    requireCount("bytes", bytes);
    requireCount("workingSet", workingSet);
    requireCount("operations", operations);
    requireCount("gathered", gathered);
    requireCount("table", table);
    requireCount("random", random);
    if (width < 1) {
      throw new IllegalArgumentException("width = " + width + " is below 1");
    }
  }

  private static void requireCount(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " = " + value + " is negative or not finite");
    }
  }

  /** A step that moves bytes and computes, without gathering. */
  static Work streaming(String name, double bytes, double operations) {
    return new Work(name, 1, bytes, bytes, operations, 0, 1, 0, 0);
  }

  /** Returns this step with arrays of another size than the bytes that are moved. */
  Work within(double size) {
    return new Work(name, count, bytes, size, operations, gathered, width, table, random);
  }

  /** Returns this step with rows gathered from a table of {@code tableRows} rows. */
  Work gathering(double rows, int rowWidth, double tableRows) {
    double size = tableRows * rowWidth * DOUBLE;
    return new Work(name, count, bytes, workingSet, operations, rows, rowWidth, size, random);
  }

  /** Returns this step with bytes of randomness. */
  Work drawing(double randomBytes) {
    return new Work(
        name, count, bytes, workingSet, operations, gathered, width, table, randomBytes);
  }

  /**
   * Returns this step, repeated.
   *
   * @param repetitions how often
   * @return the same step with a larger count
   */
  public Work times(double repetitions) {
    return new Work(
        name, count * repetitions, bytes, workingSet, operations, gathered, width, table, random);
  }
}
