package io.linkteller.models.operator;

/**
 * An activation function σ, applied to each entry of the output of a layer. An implementation must
 * define only {@link #value} and {@link #slope}; {@link #change} and the loops over arrays can be
 * overridden with versions that are faster or avoid cancellation. Implementations must be
 * immutable.
 */
@SuppressWarnings("ClassInitializationDeadlock") // Only these constants use the implementations.
public interface Activation {

  /** The identity, σ(z) = z. */
  Activation IDENTITY = new Activations.Identity();

  /** The rectified linear unit, max(z, 0), with slope 0 at 0. */
  Activation RELU = new Activations.Relu();

  /**
   * The exponential linear unit: z if z is positive, otherwise e^z - 1 (Clevert, Unterthiner,
   * Hochreiter, ICLR 2016).
   */
  Activation ELU = new Activations.Elu();

  /** The hyperbolic tangent. */
  Activation TANH = new Activations.Tanh();

  /** The logistic function, 1 / (1 + e^(-z)). */
  Activation SIGMOID = new Activations.Sigmoid();

  /**
   * Returns the leaky ReLU: z if z is positive, otherwise a multiple of z (Maas, Hannun, Ng, ICML
   * 2013).
   *
   * @param negativeSlope the slope for z &lt;= 0, in [0, 1]
   * @return the activation
   * @throws IllegalArgumentException if {@code negativeSlope} is out of range
   */
  static Activation leakyRelu(double negativeSlope) {
    return new Activations.LeakyRelu(negativeSlope);
  }

  /**
   * Returns σ(z).
   *
   * @param z the argument
   * @return σ(z)
   */
  double value(double z);

  /**
   * Returns σ'(z).
   *
   * @param z the argument
   * @return the derivative, or one of the one-sided derivatives where they differ
   */
  double slope(double z);

  /**
   * Returns σ(z + difference) - σ(z). The default implementation subtracts, which cancels leading
   * digits if the difference is small; override it to keep attacks with a small Δ accurate.
   *
   * @param z the argument
   * @param difference the amount added to z
   * @return the change of σ
   */
  default double change(double z, double difference) {
    return value(z + difference) - value(z);
  }

  /**
   * Computes out[i] = σ(z[i]) for i from {@code from} to {@code to - 1}.
   *
   * @param z the arguments
   * @param from the first index
   * @param to one past the last index
   * @param out receives the values at the same indices
   */
  default void apply(double[] z, int from, int to, double[] out) {
    for (int i = from; i < to; i++) {
      out[i] = value(z[i]);
    }
  }

  /**
   * Multiplies derivatives with respect to σ(z) by σ'(z), which turns them into derivatives with
   * respect to z.
   *
   * @param z the arguments
   * @param from the first index
   * @param to one past the last index
   * @param gradient the derivatives at the same indices, modified in place
   */
  default void multiplyBySlope(double[] z, int from, int to, double[] gradient) {
    for (int i = from; i < to; i++) {
      gradient[i] *= slope(z[i]);
    }
  }

  /**
   * Replaces the changes of the first {@code size} arguments with the resulting changes of σ.
   *
   * @param z the arguments
   * @param size the number of arguments
   * @param difference the changes of z, overwritten with the changes of σ(z)
   */
  default void change(double[] z, int size, double[] difference) {
    for (int i = 0; i < size; i++) {
      difference[i] = change(z[i], difference[i]);
    }
  }
}
