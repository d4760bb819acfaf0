package io.linkteller.models.operator;

/** The implementations of the constants of {@link Activation}. */
final class Activations {

  private Activations() {}

  record Identity() implements Activation {

    @Override
    public double value(double z) {
      return z;
    }

    @Override
    public double slope(double z) {
      return 1;
    }

    @Override
    public double change(double z, double difference) {
      return difference;
    }

    @Override
    public void apply(double[] z, int from, int to, double[] out) {
      System.arraycopy(z, from, out, from, to - from);
    }

    @Override
    public void multiplyBySlope(double[] z, int from, int to, double[] gradient) {
      // The slope is 1, so the gradient does not change.
    }
  }

  record Relu() implements Activation {

    @Override
    public double value(double z) {
      return Math.max(z, 0.0);
    }

    @Override
    public double slope(double z) {
      return z > 0 ? 1 : 0;
    }

    @Override
    public void apply(double[] z, int from, int to, double[] out) {
      for (int i = from; i < to; i++) {
        out[i] = Math.max(z[i], 0.0);
      }
    }

    @Override
    public void multiplyBySlope(double[] z, int from, int to, double[] gradient) {
      // Spreading the sign of 0 - z over all bits yields a mask and avoids an unpredictable branch.
      for (int i = from; i < to; i++) {
        long positive = Double.doubleToRawLongBits(0.0 - z[i]) >> 63;
        gradient[i] = Double.longBitsToDouble(Double.doubleToRawLongBits(gradient[i]) & positive);
      }
    }

    @Override
    public void change(double[] z, int size, double[] difference) {
      // The same loop as the default, but without a call per entry: probes spend most of their time
      // here.
      for (int i = 0; i < size; i++) {
        difference[i] = Math.max(z[i] + difference[i], 0.0) - Math.max(z[i], 0.0);
      }
    }
  }

  record LeakyRelu(double negativeSlope) implements Activation {

    LeakyRelu {
      if (!(negativeSlope >= 0 && negativeSlope <= 1)) {
        throw new IllegalArgumentException(
            "negativeSlope = " + negativeSlope + " is outside [0, 1]");
      }
    }

    @Override
    public double value(double z) {
      return z > 0 ? z : negativeSlope * z;
    }

    @Override
    public double slope(double z) {
      return z > 0 ? 1 : negativeSlope;
    }

    @Override
    public double change(double z, double difference) {
      double after = z + difference;
      if (z > 0 == after > 0) {
        return slope(z) * difference;
      }
      return value(after) - value(z);
    }
  }

  record Elu() implements Activation {

    /**
     * At or above this z, e^z is a normal number and its reciprocal, the largest possible
     * e^difference, is finite.
     */
    private static final double PRODUCT_FROM = -700;

    @Override
    public double value(double z) {
      return z > 0 ? z : Math.expm1(z);
    }

    @Override
    public double slope(double z) {
      return z > 0 ? 1 : Math.exp(z);
    }

    @Override
    public double change(double z, double difference) {
      double after = z + difference;
      if (z > 0) {
        return after > 0 ? difference : Math.expm1(after) - z;
      }
      if (after > 0) {
        return after - Math.expm1(z);
      }
      // The product keeps the digits of a small difference, but far below 0 it could be 0 times
      // infinity.
      return z < PRODUCT_FROM
          ? Math.exp(after) - Math.exp(z)
          : Math.exp(z) * Math.expm1(difference);
    }
  }

  record Tanh() implements Activation {

    @Override
    public double value(double z) {
      return Math.tanh(z);
    }

    @Override
    public double slope(double z) {
      // 1 - tanh² cancels where tanh is close to ±1; 1 / cosh² does not.
      double cosh = Math.cosh(z);
      return 1 / (cosh * cosh);
    }

    @Override
    public double change(double z, double difference) {
      // tanh(a) - tanh(b) = tanh(a - b) (1 - tanh(a) tanh(b)) avoids cancellation for a small
      // difference.
      return Math.tanh(difference) * (1 - Math.tanh(z + difference) * Math.tanh(z));
    }
  }

  record Sigmoid() implements Activation {

    @Override
    public double value(double z) {
      return 0.5 + 0.5 * Math.tanh(0.5 * z);
    }

    @Override
    public double slope(double z) {
      return 0.25 * TANH.slope(0.5 * z);
    }

    @Override
    public double change(double z, double difference) {
      return 0.5 * TANH.change(0.5 * z, 0.5 * difference);
    }
  }
}
