package io.linkteller.models.operator;

/**
 * A function f(a, b) of two numbers, applied entry by entry by {@link Combine}. An implementation
 * needs {@link #value} and the two slopes; {@link #change} can be overridden with a version that
 * avoids cancellation. Implementations must be immutable.
 */
@SuppressWarnings("ClassInitializationDeadlock") // Only these constants use the implementations.
public interface BinaryFunction {

  /** a + b. */
  BinaryFunction ADD = new BinaryFunctions.Add();

  /** a - b. */
  BinaryFunction SUBTRACT = new BinaryFunctions.Subtract();

  /** a b. */
  BinaryFunction MULTIPLY = new BinaryFunctions.Multiply();

  /** a / b. */
  BinaryFunction DIVIDE = new BinaryFunctions.Divide();

  /** The larger of a and b; where they are equal, the derivative is that of a. */
  BinaryFunction MAX = new BinaryFunctions.Larger(1);

  /** The smaller of a and b; where they are equal, the derivative is that of a. */
  BinaryFunction MIN = new BinaryFunctions.Larger(-1);

  /** a to the power of b. */
  BinaryFunction POWER = new BinaryFunctions.Power();

  /**
   * Returns f(a, b).
   *
   * @param a the left number
   * @param b the right number
   * @return f(a, b)
   */
  double value(double a, double b);

  /**
   * Returns the derivative of f with respect to a.
   *
   * @param a the left number
   * @param b the right number
   * @return ∂f/∂a; where one-sided derivatives differ, one of them
   */
  double leftSlope(double a, double b);

  /**
   * Returns the derivative of f with respect to b.
   *
   * @param a the left number
   * @param b the right number
   * @return ∂f/∂b; where one-sided derivatives differ, one of them
   */
  double rightSlope(double a, double b);

  /**
   * Returns f(a + da, b + db) - f(a, b). The default implementation subtracts.
   *
   * @param a the left number
   * @param b the right number
   * @param da the change of a
   * @param db the change of b
   * @return the change of f
   */
  default double change(double a, double b, double da, double db) {
    return value(a + da, b + db) - value(a, b);
  }

  /**
   * Computes out[outFrom + i] = f(a[aFrom + i], b[bFrom + i]) for i from 0 to {@code size - 1}.
   *
   * @param a the left numbers
   * @param aFrom the index of the first of them
   * @param b the right numbers
   * @param bFrom the index of the first of them
   * @param size how many there are
   * @param out receives the values
   * @param outFrom the index of the first of them
   */
  default void apply(
      double[] a, int aFrom, double[] b, int bFrom, int size, double[] out, int outFrom) {
    for (int i = 0; i < size; i++) {
      out[outFrom + i] = value(a[aFrom + i], b[bFrom + i]);
    }
  }

  /**
   * {@return the operator of ONNX that computes f}
   *
   * @throws UnsupportedOperationException if there is none, which is the default
   */
  default String onnxOperator() {
    throw new UnsupportedOperationException(getClass().getName() + " has no operator in ONNX");
  }
}
