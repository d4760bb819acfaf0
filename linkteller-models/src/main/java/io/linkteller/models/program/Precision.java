package io.linkteller.models.program;

/** The precision in which a program answers. */
public enum Precision {
  /** All numbers in double precision. */
  DOUBLE,
  /**
   * The features and the result of every operator rounded to single precision, like the answers of
   * a single-precision server up to the rounding inside its sums. Changes are rounded with the
   * numbers that they change, so answers to edits also carry the noise of single precision;
   * derivatives are those of the unrounded operators. Programs in single precision are not trained.
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
        // Masks of attention are infinite and remain so.
        change[i] = after == before[at + i] ? 0 : after - before[at + i];
      }
    }
  };

  /** Rounds numbers in place. */
  void round(double[] numbers, int from, int to) {}

  /** Replaces a change by that between rounded numbers. */
  void roundChange(double[] before, int at, double[] change, int size) {}
}
