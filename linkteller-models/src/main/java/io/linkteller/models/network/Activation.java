package io.linkteller.models.network;

import java.util.Arrays;

/** What is applied to each number that a layer gives. */
public enum Activation {
  /** z. */
  IDENTITY {
    @Override
    void apply(double[] z, int from, int to, double[] out) {
      System.arraycopy(z, from, out, from, to - from);
    }

    @Override
    void multiplyBySlope(double[] z, int from, int to, double[] gradient) {
      // The slope is 1.
    }

    @Override
    double changeOf(double z, double difference) {
      return difference;
    }

    @Override
    void change(double[] z, RowChanges changes) {
      // The change is that of z.
    }
  },
  /** max(z, 0), with slope 0 at 0. */
  RELU {
    @Override
    void apply(double[] z, int from, int to, double[] out) {
      for (int i = from; i < to; i++) {
        out[i] = Math.max(z[i], 0.0);
      }
    }

    @Override
    void multiplyBySlope(double[] z, int from, int to, double[] gradient) {
      // The sign of 0 - z, spread over all bits, instead of a branch that is hard to predict.
      for (int i = from; i < to; i++) {
        long positive = Double.doubleToRawLongBits(0.0 - z[i]) >> 63;
        gradient[i] = Double.longBitsToDouble(Double.doubleToRawLongBits(gradient[i]) & positive);
      }
    }

    @Override
    double changeOf(double z, double difference) {
      return Math.max(z + difference, 0.0) - Math.max(z, 0.0);
    }

    @Override
    void change(double[] z, int size, double[] difference) {
      // As the general loop, without the call: most of the time of a probe is spent here.
      for (int i = 0; i < size; i++) {
        difference[i] = Math.max(z[i] + difference[i], 0.0) - Math.max(z[i], 0.0);
      }
    }
  },
  /** z where positive, else e^z - 1 (Clevert, Unterthiner, Hochreiter, ICLR 2016). */
  ELU {
    @Override
    void apply(double[] z, int from, int to, double[] out) {
      for (int i = from; i < to; i++) {
        out[i] = z[i] > 0 ? z[i] : Math.expm1(z[i]);
      }
    }

    @Override
    void multiplyBySlope(double[] z, int from, int to, double[] gradient) {
      for (int i = from; i < to; i++) {
        gradient[i] = z[i] > 0 ? gradient[i] : gradient[i] * Math.exp(z[i]);
      }
    }

    @Override
    double changeOf(double z, double difference) {
      double after = z + difference;
      if (z > 0) {
        return after > 0 ? difference : Math.expm1(after) - z;
      }
      if (after > 0) {
        return after - Math.expm1(z);
      }
      // A product loses no digits to a small difference, but far below 0 it may be 0 times
      // infinity.
      return z < PRODUCT_FROM
          ? Math.exp(after) - Math.exp(z)
          : Math.exp(z) * Math.expm1(difference);
    }
  };

  /** Where e^z is still a normal number and its reciprocal, the largest e^difference, is finite. */
  private static final double PRODUCT_FROM = -700;

  /** Computes out = σ(z) from index {@code from} to {@code to - 1}. */
  abstract void apply(double[] z, int from, int to, double[] out);

  /** Multiplies derivatives with respect to σ(z) by σ'(z), which makes them those for z. */
  abstract void multiplyBySlope(double[] z, int from, int to, double[] gradient);

  /** Returns σ(z + difference) - σ(z). */
  abstract double changeOf(double z, double difference);

  /** Turns a change of some numbers z into the change of σ(z). */
  void change(double[] z, int size, double[] difference) {
    for (int i = 0; i < size; i++) {
      difference[i] = changeOf(z[i], difference[i]);
    }
  }

  /** Turns changes of the rows of z into changes of the rows of σ(z). */
  void change(double[] z, RowChanges changes) {
    int width = changes.width();
    for (int slot = 0; slot < changes.count(); slot++) {
      change(changes.copyOf(z, changes.row(slot) * width, width), width, changes.difference(slot));
    }
  }

  /** Turns derivatives of the rows of z into derivatives of the rows of σ(z). */
  void move(double[] z, RowChanges directions) {
    int width = directions.width();
    for (int slot = 0; slot < directions.count(); slot++) {
      double[] row = directions.copyOf(z, directions.row(slot) * width, width);
      multiplyBySlope(row, 0, width, directions.difference(slot));
    }
  }

  /**
   * Applies the activation to some numbers.
   *
   * @param numbers z
   * @return σ(z), a new array
   */
  public double[] of(double... numbers) {
    double[] out = Arrays.copyOf(numbers, numbers.length);
    apply(numbers, 0, numbers.length, out);
    return out;
  }
}
