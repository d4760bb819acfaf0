package io.linkteller.data.onnx;

import io.linkteller.models.operator.Activation;
import java.util.function.DoubleUnaryOperator;

/**
 * An elementwise function that is not one of the library's activations. Slopes are difference
 * quotients if no derivative is given.
 */
final class ScalarFunction implements Activation {

  /**
   * The relative error of a rounded sum: sums of thousands of floats in different orders differ by
   * a few hundred rounding units.
   */
  private static final double ROUNDING = 256 * 0x1p-24;

  private final DoubleUnaryOperator f;
  private final DoubleUnaryOperator slope;

  private ScalarFunction(DoubleUnaryOperator f, DoubleUnaryOperator slope) {
    this.f = f;
    this.slope = slope;
  }

  static Activation of(DoubleUnaryOperator f) {
    return new ScalarFunction(f, x -> quotient(f, x));
  }

  static Activation of(DoubleUnaryOperator f, DoubleUnaryOperator slope) {
    return new ScalarFunction(f, slope);
  }

  /** Returns the central difference quotient with Richardson extrapolation. */
  private static double quotient(DoubleUnaryOperator f, double x) {
    double h = Math.scalb(1.0, Math.getExponent(Math.max(1, Math.abs(x))) - 12);
    double near = f.applyAsDouble(x + h) - f.applyAsDouble(x - h);
    double far = f.applyAsDouble(x + 2 * h) - f.applyAsDouble(x - 2 * h);
    return (8 * near - far) / (12 * h);
  }

  @Override
  public double value(double z) {
    return f.applyAsDouble(z);
  }

  /**
   * {@inheritDoc}
   *
   * <p>A sum that cancels up to rounding counts as 0, because the root or logarithm of a rounding
   * error is meaningless.
   */
  @Override
  public double change(double z, double difference) {
    double after = value(z + difference);
    if (Double.isNaN(after) && Math.abs(z + difference) <= ROUNDING * Math.abs(z)) {
      after = value(0);
    }
    return after - value(z);
  }

  @Override
  public double slope(double z) {
    return slope.applyAsDouble(z);
  }
}
