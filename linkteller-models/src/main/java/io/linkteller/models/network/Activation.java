package io.linkteller.models.network;

import java.util.Arrays;

/**
 * A function σ that is applied to each number that a layer gives. Anyone can write one: {@link
 * #value} and {@link #slope} are enough. The loops over arrays and {@link #change} are there to be
 * overridden where a faster loop or a difference without cancellation exists. Implementations are
 * immutable.
 */
public interface Activation {

  /** z. */
  Activation IDENTITY = Activations.identity();

  /** max(z, 0), with slope 0 at 0. */
  Activation RELU = Activations.relu();

  /** z where positive, else e^z - 1 (Clevert, Unterthiner, Hochreiter, ICLR 2016). */
  Activation ELU = Activations.elu();

  /** The hyperbolic tangent. */
  Activation TANH = Activations.tanh();

  /** 1 / (1 + e^(-z)). */
  Activation SIGMOID = Activations.sigmoid();

  /**
   * Returns z where positive, else a multiple of z (Maas, Hannun, Ng, ICML 2013).
   *
   * @param negativeSlope the factor below zero, which is the slope at 0 too; in [0, 1]
   * @return the activation
   * @throws IllegalArgumentException if {@code negativeSlope} is out of range
   */
  static Activation leakyRelu(double negativeSlope) {
    return Activations.leakyRelu(negativeSlope);
  }

  /**
   * Returns σ(z).
   *
   * @param z a number
   * @return σ(z)
   */
  double value(double z);

  /**
   * Returns σ'(z).
   *
   * @param z a number
   * @return the derivative, one of the one-sided ones where they differ
   */
  double slope(double z);

  /**
   * Returns σ(z + difference) - σ(z). The default subtracts, which loses the digits of a small
   * difference; an attack with a small Δ reads what is left.
   *
   * @param z a number
   * @param difference what is added to it
   * @return the change of σ
   */
  default double change(double z, double difference) {
    return value(z + difference) - value(z);
  }

  /**
   * Computes out = σ(z) from index {@code from} to {@code to - 1}.
   *
   * @param z the numbers
   * @param from the first index
   * @param to one past the last index
   * @param out receives the values, at the same indices
   */
  default void apply(double[] z, int from, int to, double[] out) {
    for (int i = from; i < to; i++) {
      out[i] = value(z[i]);
    }
  }

  /**
   * Multiplies derivatives with respect to σ(z) by σ'(z), which makes them derivatives with respect
   * to z.
   *
   * @param z the numbers
   * @param from the first index
   * @param to one past the last index
   * @param gradient the derivatives, at the same indices, changed in place
   */
  default void multiplyBySlope(double[] z, int from, int to, double[] gradient) {
    for (int i = from; i < to; i++) {
      gradient[i] *= slope(z[i]);
    }
  }

  /**
   * Turns changes of the first numbers z into changes of σ(z).
   *
   * @param z the numbers
   * @param size how many
   * @param difference the changes of z, overwritten by those of σ(z)
   */
  default void change(double[] z, int size, double[] difference) {
    for (int i = 0; i < size; i++) {
      difference[i] = change(z[i], difference[i]);
    }
  }

  /**
   * Applies the activation to some numbers.
   *
   * @param numbers z
   * @return σ(z), a new array
   */
  default double[] of(double... numbers) {
    double[] out = Arrays.copyOf(numbers, numbers.length);
    apply(numbers, 0, numbers.length, out);
    return out;
  }
}
