package io.linkteller.models.network;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * A parameter that an architecture takes: its name, its shape, and how an untrained one is drawn.
 *
 * @param name such as {@code W1}
 * @param rows the number of rows
 * @param cols the number of columns
 * @param vector whether it is a vector in files: one row, kept without the dimension of rows
 * @param draw how an untrained one is drawn
 */
public record ParameterSpec(String name, int rows, int cols, boolean vector, Draw draw) {

  /** Draws an untrained parameter. */
  @FunctionalInterface
  public interface Draw {

    /**
     * Draws the numbers.
     *
     * @param initialization how weights and biases are drawn
     * @param random the source of the numbers
     * @return a matrix of the parameter's shape
     */
    DMatrixRMaj of(Initialization initialization, SplittableRandom random);
  }

  /** Returns a weight W, {@code in} x {@code out}. */
  public static ParameterSpec weight(String name, int in, int out) {
    return new ParameterSpec(
        name, in, out, false, (initialization, random) -> initialization.weight(in, out, random));
  }

  /**
   * Returns weights side by side, {@code in} x ({@code count} times {@code width}), each drawn as
   * one of its own.
   */
  public static ParameterSpec weights(String name, int in, int width, int count) {
    return new ParameterSpec(
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

  /** Returns vectors one below the other, {@code count} x {@code width}, each drawn as a weight. */
  public static ParameterSpec vectors(String name, int count, int width) {
    return new ParameterSpec(
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

  /** Returns a bias, a row of {@code width}. */
  public static ParameterSpec bias(String name, int width) {
    return new ParameterSpec(
        name, 1, width, true, (initialization, random) -> initialization.bias(width, random));
  }

  /** Returns a row of {@code width} equal numbers. */
  public static ParameterSpec constant(String name, int width, double value) {
    return new ParameterSpec(
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

  /**
   * Draws untrained parameters, in order.
   *
   * @param specs what is drawn
   * @param initialization how weights and biases are drawn
   * @param random the source of the numbers
   * @return the parameters
   */
  public static Parameters drawAll(
      List<ParameterSpec> specs, Initialization initialization, SplittableRandom random) {
    Map<String, DMatrixRMaj> drawn = new LinkedHashMap<>();
    specs.forEach(spec -> drawn.put(spec.name(), spec.draw().of(initialization, random)));
    return Parameters.of(drawn);
  }

  /**
   * Checks that parameters are exactly those that are asked for.
   *
   * @param specs what is asked for
   * @param given the parameters
   * @return the same, in the order of the specs
   * @throws IllegalArgumentException if one is missing, of another shape or left over
   */
  public static Parameters checkAll(List<ParameterSpec> specs, Parameters given) {
    Map<String, DMatrixRMaj> checked = new LinkedHashMap<>();
    specs.forEach(
        spec -> checked.put(spec.name(), given.get(spec.name(), spec.rows(), spec.cols())));
    given.requireOnly(checked.keySet());
    return Parameters.of(checked);
  }
}
