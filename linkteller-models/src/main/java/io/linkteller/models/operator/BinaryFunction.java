package io.linkteller.models.operator;

/**
 * A function f(a, b) of two numbers, applied entry by entry by {@link Combine}. Changes are
 * computed without cancellation where f allows it.
 */
public enum BinaryFunction {
  /** a + b. */
  ADD,
  /** a - b. */
  SUBTRACT,
  /** a b. */
  MULTIPLY,
  /** a / b. */
  DIVIDE,
  /** The larger of a and b; if they are equal, the derivative is that of a. */
  MAX,
  /** The smaller of a and b; if they are equal, the derivative is that of a. */
  MIN,
  /** a to the power of b. */
  POWER;

  /**
   * The relative error of a rounded sum: sums of thousands of floats in different orders differ by
   * a few hundred rounding units.
   */
  private static final double ROUNDING = 256 * 0x1p-24;

  /** Returns f(a, b). */
  double value(double a, double b) {
    return switch (this) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> a / b;
      case MAX -> a >= b ? a : b;
      case MIN -> a <= b ? a : b;
      case POWER -> b == 2 ? a * a : Math.pow(a, b);
    };
  }

  /** Returns ∂f/∂a, or one of the one-sided derivatives where they differ. */
  double leftSlope(double a, double b) {
    return switch (this) {
      case ADD, SUBTRACT -> 1;
      case MULTIPLY -> b;
      case DIVIDE -> 1 / b;
      case MAX -> a >= b ? 1 : 0;
      case MIN -> a <= b ? 1 : 0;
      case POWER -> b == 2 ? 2 * a : b * Math.pow(a, b - 1);
    };
  }

  /** Returns ∂f/∂b, or one of the one-sided derivatives where they differ. */
  double rightSlope(double a, double b) {
    return switch (this) {
      case ADD -> 1;
      case SUBTRACT -> -1;
      case MULTIPLY -> a;
      case DIVIDE -> -a / b / b;
      case MAX -> a >= b ? 0 : 1;
      case MIN -> a <= b ? 0 : 1;
      case POWER -> Math.pow(a, b) * Math.log(a);
    };
  }

  /** Returns f(a + da, b + db) - f(a, b). */
  double change(double a, double b, double da, double db) {
    return switch (this) {
      case ADD -> da + db;
      case SUBTRACT -> da - db;
      case MULTIPLY -> da * (b + db) + a * db;
      case DIVIDE -> (da - a / b * db) / (b + db);
      // In this order, the result is exactly da or db if the same operand remains the extreme.
      case MAX -> a + da >= b + db ? a - value(a, b) + da : b - value(a, b) + db;
      case MIN -> a + da <= b + db ? a - value(a, b) + da : b - value(a, b) + db;
      case POWER -> {
        if (db == 0 && b == 2) {
          yield da * (2 * a + da);
        }
        if (db == 0 && a > 0 && a + da > 0) {
          yield Math.pow(a, b) * Math.expm1(b * Math.log1p(da / a));
        }
        // A sum that cancels up to rounding counts as 0: the root of a rounding error is
        // meaningless.
        double sum = a + da;
        double after = sum < 0 && -sum <= ROUNDING * Math.abs(a) && b != Math.rint(b) ? 0 : sum;
        yield value(after, b) - value(a, b) + value(after, b + db) - value(after, b);
      }
    };
  }

  /** Computes out[outFrom + i] = f(a[aFrom + i], b[bFrom + i]) for i from 0 to {@code size - 1}. */
  void apply(double[] a, int aFrom, double[] b, int bFrom, int size, double[] out, int outFrom) {
    // Most programs combine values by sums and products; these two loops can be vectorized.
    if (this == ADD) {
      for (int i = 0; i < size; i++) {
        out[outFrom + i] = a[aFrom + i] + b[bFrom + i];
      }
    } else if (this == MULTIPLY) {
      for (int i = 0; i < size; i++) {
        out[outFrom + i] = a[aFrom + i] * b[bFrom + i];
      }
    } else {
      for (int i = 0; i < size; i++) {
        out[outFrom + i] = value(a[aFrom + i], b[bFrom + i]);
      }
    }
  }
}
