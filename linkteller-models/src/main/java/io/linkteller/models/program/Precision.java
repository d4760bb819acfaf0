package io.linkteller.models.program;

/** The precision of a program's answers. */
public enum Precision {
  /** All numbers are in double precision. */
  DOUBLE,
  /**
   * The features and the result of every operator are rounded to single precision. Answers equal
   * those of a single-precision server, up to the rounding within its sums. A change is the
   * difference of two rounded values, so answers to edits also have single-precision noise.
   * Derivatives are those of the operators without rounding. Programs in single precision cannot be
   * trained.
   */
  SINGLE {
    @Override
    void round(double[] numbers, int from, int to) {
      for (int i = from; i < to; i++) {
        numbers[i] = (float) numbers[i];
      }
    }

    @Override
    void roundChange(double[] before, int at, double[] change, int size) {
      for (int i = 0; i < size; i++) {
        double after = (float) (before[at + i] + change[i]);
        // Attention masks are infinite and remain infinite.
        change[i] = after == before[at + i] ? 0 : after - before[at + i];
      }
    }
  };

  /** Rounds numbers in place. */
  void round(double[] numbers, int from, int to) {}

  /** Replaces a change with the difference between the rounded numbers. */
  void roundChange(double[] before, int at, double[] change, int size) {}
}
