package io.linkteller.models.parameter;

import io.linkteller.privacy.Provenance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * The name, shape and initial distribution of a parameter of an architecture.
 *
 * @param name the name, such as {@code W1}
 * @param rows the number of rows
 * @param cols the number of columns
 * @param vector whether files store it as a one-dimensional array; it then has one row
 * @param least the least value of an entry, such as 0 for variances
 * @param draw draws the initial value
 */
public record ParameterSpec(
    String name, int rows, int cols, boolean vector, double least, Draw draw) {

  /** Draws the initial value of a parameter. */
  @FunctionalInterface
  public interface Draw {

    /**
     * Draws a value.
     *
     * @param initialization the distribution of weights and biases
     * @param random the source of randomness
     * @return a matrix with the shape of the parameter
     */
    DMatrixRMaj of(Initialization initialization, SplittableRandom random);
  }

  private static ParameterSpec drawn(String name, int rows, int cols, boolean vector, Draw draw) {
    return new ParameterSpec(name, rows, cols, vector, Double.NEGATIVE_INFINITY, draw);
  }

  /**
   * Returns a weight matrix.
   *
   * @param name the name
   * @param in the number of rows
   * @param out the number of columns
   * @return the parameter
   */
  public static ParameterSpec weight(String name, int in, int out) {
    return drawn(
        name, in, out, false, (initialization, random) -> initialization.weight(in, out, random));
  }

  /**
   * Returns several weight matrices side by side, each drawn as a separate weight.
   *
   * @param name the name
   * @param in the number of rows
   * @param width the number of columns of each matrix
   * @param count the number of matrices
   * @return the parameter, {@code in} x ({@code count} times {@code width})
   */
  public static ParameterSpec weights(String name, int in, int width, int count) {
    return drawn(
        name,
        in,
        count * width,
        false,
        (initialization, random) -> {
          DMatrixRMaj all = new DMatrixRMaj(in, count * width);
          for (int m = 0; m < count; m++) {
            DMatrixRMaj one = initialization.weight(in, width, random);
            for (int row = 0; row < in; row++) {
              System.arraycopy(one.data, row * width, all.data, (row * count + m) * width, width);
            }
          }
          return all;
        });
  }

  /**
   * Returns several row vectors, one below the other, each drawn as a separate weight.
   *
   * @param name the name
   * @param count the number of vectors
   * @param width the length of each vector
   * @return the parameter, {@code count} x {@code width}
   */
  public static ParameterSpec vectors(String name, int count, int width) {
    return drawn(
        name,
        count,
        width,
        false,
        (initialization, random) -> {
          DMatrixRMaj all = new DMatrixRMaj(count, width);
          for (int row = 0; row < count; row++) {
            DMatrixRMaj one = initialization.weight(width, 1, random);
            System.arraycopy(one.data, 0, all.data, row * width, width);
          }
          return all;
        });
  }

  /**
   * Returns a bias vector.
   *
   * @param name the name
   * @param width the length
   * @return the parameter, 1 x {@code width}
   */
  public static ParameterSpec bias(String name, int width) {
    return drawn(
        name, 1, width, true, (initialization, random) -> initialization.bias(width, random));
  }

  /**
   * Returns a vector with constant initial values.
   *
   * @param name the name
   * @param width the length
   * @param value the initial value of every element
   * @return the parameter, 1 x {@code width}
   */
  public static ParameterSpec constant(String name, int width, double value) {
    return drawn(
        name,
        1,
        width,
        true,
        (initialization, random) -> {
          DMatrixRMaj row = new DMatrixRMaj(1, width);
          row.fill(value);
          return row;
        });
  }

  /** {@return a copy of this parameter, none of whose entries may be negative} */
  public ParameterSpec nonNegative() {
    return new ParameterSpec(name, rows, cols, vector, 0, draw);
  }

  /**
   * Draws the initial values of parameters, in order.
   *
   * @param specs the parameters to draw
   * @param initialization the distribution of weights and biases
   * @param random the source of randomness
   * @return the parameters
   */
  public static Parameters drawAll(
      List<ParameterSpec> specs, Initialization initialization, SplittableRandom random) {
    Map<String, DMatrixRMaj> drawn = new LinkedHashMap<>();
    specs.forEach(spec -> drawn.put(spec.name(), spec.draw().of(initialization, random)));
    return Parameters.of(drawn).withProvenance(Provenance.UNTRAINED);
  }

  /**
   * Checks that parameters are exactly the expected ones.
   *
   * @param specs the expected parameters
   * @param given the parameters to check
   * @return the given parameters, in the order of the specs
   * @throws IllegalArgumentException if a parameter is missing, superfluous of the wrong shape, or
   *     has an entry below the least value
   */
  public static Parameters checkAll(List<ParameterSpec> specs, Parameters given) {
    Map<String, DMatrixRMaj> checked = new LinkedHashMap<>();
    for (ParameterSpec spec : specs) {
      DMatrixRMaj value = given.get(spec.name(), spec.rows(), spec.cols());
      for (int i = 0; i < value.getNumElements(); i++) {
        if (value.data[i] < spec.least()) {
          throw new IllegalArgumentException(
              "parameter " + spec.name() + " = " + value.data[i] + " is below " + spec.least());
        }
      }
      checked.put(spec.name(), value);
    }
    given.requireOnly(checked.keySet());
    return new Parameters(checked, given.provenance());
  }
}
