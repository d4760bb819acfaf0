package io.linkteller.models.parameter;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.ejml.data.DMatrixRMaj;

/**
 * The name, shape and initial distribution of a parameter of an architecture.
 *
 * @param name the name, such as {@code W1}
 * @param rows the number of rows
 * @param cols the number of columns
 * @param vector whether files store it as a one-dimensional array; it then has one row
 * @param least the minimum value of an entry, such as 0 for variances
 * @param draw draws the initial value, a matrix of this shape, from the distribution of weights and
 *     biases
 */
public record ParameterSpec(
    String name,
    int rows,
    int cols,
    boolean vector,
    double least,
    BiFunction<Initialization, SplittableRandom, DMatrixRMaj> draw) {

  /**
   * Returns a vector with constant initial values.
   *
   * @param name the name, such as {@code gamma1}
   * @param width the length
   * @param value the initial value of every element
   * @return the parameter, 1 x {@code width}
   */
  public static ParameterSpec constant(String name, int width, double value) {
    return new ParameterSpec(
        name,
        1,
        width,
        true,
        Double.NEGATIVE_INFINITY,
        (initialization, random) -> {
          DMatrixRMaj row = new DMatrixRMaj(1, width);
          row.fill(value);
          return row;
        });
  }

  /** {@return a copy of this parameter, whose entries must not be negative} */
  public ParameterSpec nonNegative() {
    return new ParameterSpec(name, rows, cols, vector, 0, draw);
  }

  /**
   * Checks that parameters are exactly the expected ones.
   *
   * @param specs the expected parameters
   * @param given the parameters to check
   * @return the given parameters, in the order of the specs
   * @throws IllegalArgumentException if a parameter is missing, superfluous or of the wrong shape,
   *     or has an entry below the minimum
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
