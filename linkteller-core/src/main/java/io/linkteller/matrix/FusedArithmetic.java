package io.linkteller.matrix;

/**
 * Detects whether the processor has an instruction for {@link Math#fma}. Without it, Java computes
 * a fused multiply-add with {@link java.math.BigDecimal}, which is a thousand times slower than a
 * separate multiplication and addition.
 */
final class FusedArithmetic {

  private static final int TRIES = 16;
  private static final long LIMIT_NANOS = 10_000;

  /** Decided once per process, so that all products are computed in the same way. */
  static final boolean AVAILABLE = isFast();

  private FusedArithmetic() {}

  /**
   * Times single calls with subnormal numbers, whose decimal expansions have thousands of digits.
   * The minimum time is about 50 ns with the instruction, which the interpreter also uses, and 500
   * µs without it, so the two cannot be confused even on a busy machine.
   */
  private static boolean isFast() {
    double sum = 1;
    for (int i = 1; i <= TRIES; i++) {
      long start = System.nanoTime();
      sum = Math.fma(i * Double.MIN_VALUE, Double.MIN_VALUE, sum);
      if (System.nanoTime() - start < LIMIT_NANOS) {
        return sum == 1;
      }
    }
    return false;
  }
}
