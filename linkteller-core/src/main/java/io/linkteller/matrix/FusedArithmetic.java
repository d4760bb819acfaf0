package io.linkteller.matrix;

/**
 * Whether the processor has an instruction for {@link Math#fma}. Without it, Java computes fused
 * multiply-adds with {@link java.math.BigDecimal}, a thousand times slower than two operations.
 */
final class FusedArithmetic {

  private static final int TRIES = 16;
  private static final long LIMIT_NANOS = 10_000;

  /** Decided once per process, so that all its products are computed in the same way. */
  static final boolean AVAILABLE = isFast();

  private FusedArithmetic() {}

  /**
   * Times single calls with subnormal numbers, whose decimals have thousands of digits. The minimum
   * time is about 50 ns with the instruction, which the interpreter also uses, and 500 µs without,
   * so load on the machine cannot confuse the two.
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
