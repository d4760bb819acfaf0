package io.linkteller.models.network;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/** The named parameters of a model, in order, every number finite. Immutable. */
public final class Parameters {

  private final Map<String, DMatrixRMaj> byName;

  private Parameters(Map<String, DMatrixRMaj> byName) {
    this.byName = byName;
  }

  /**
   * Returns parameters that copy matrices.
   *
   * @param byName the matrices, in order; biases are single rows
   * @return the parameters
   * @throws IllegalArgumentException if a number is NaN or infinite
   */
  public static Parameters of(Map<String, DMatrixRMaj> byName) {
    Map<String, DMatrixRMaj> copies = new LinkedHashMap<>();
    byName.forEach(
        (name, matrix) -> {
          for (int i = 0; i < matrix.getNumElements(); i++) {
            if (!Double.isFinite(matrix.data[i])) {
              throw new IllegalArgumentException(
                  "parameter "
                      + name
                      + " is "
                      + matrix.data[i]
                      + " at row "
                      + i / matrix.numCols
                      + ", column "
                      + i % matrix.numCols);
            }
          }
          copies.put(name, matrix.copy());
        });
    return new Parameters(copies);
  }

  /**
   * Returns the current numbers of tensors.
   *
   * @param tensors parameters under training
   * @return a copy of their values
   * @throws IllegalArgumentException if a number is NaN or infinite
   */
  public static Parameters of(Iterable<Tensor> tensors) {
    Map<String, DMatrixRMaj> values = new LinkedHashMap<>();
    tensors.forEach(tensor -> values.put(tensor.name(), tensor.value()));
    return of(values);
  }

  /**
   * Returns a matrix with numbers drawn uniformly from (-bound, bound).
   *
   * @param rows the number of rows
   * @param cols the number of columns
   * @param bound the largest magnitude
   * @param random where the numbers come from
   * @return a new matrix
   */
  public static DMatrixRMaj uniform(int rows, int cols, double bound, SplittableRandom random) {
    DMatrixRMaj matrix = new DMatrixRMaj(rows, cols);
    for (int i = 0; i < matrix.getNumElements(); i++) {
      matrix.data[i] = random.nextDouble(-bound, bound);
    }
    return matrix;
  }

  /**
   * Returns the names in order.
   *
   * @return the names, unmodifiable
   */
  public Set<String> names() {
    return Collections.unmodifiableSet(byName.keySet());
  }

  /**
   * Returns a parameter.
   *
   * @param name its name
   * @return a copy
   * @throws IllegalArgumentException if there is no parameter of that name
   */
  public DMatrixRMaj get(String name) {
    DMatrixRMaj matrix = byName.get(name);
    if (matrix == null) {
      throw new IllegalArgumentException(
          "there is no parameter " + name + " among " + byName.keySet());
    }
    return matrix.copy();
  }

  /**
   * Returns a parameter of a known shape.
   *
   * @param name its name
   * @param rows the expected number of rows
   * @param cols the expected number of columns
   * @return a copy
   * @throws IllegalArgumentException if there is no parameter of that name and shape
   */
  public DMatrixRMaj get(String name, int rows, int cols) {
    DMatrixRMaj matrix = get(name);
    if (matrix.numRows != rows || matrix.numCols != cols) {
      throw new IllegalArgumentException(
          "parameter "
              + name
              + " is "
              + matrix.numRows
              + " x "
              + matrix.numCols
              + " where the model needs "
              + rows
              + " x "
              + cols);
    }
    return matrix;
  }

  /**
   * Returns a parameter to train or to compute with.
   *
   * @param name its name
   * @return a tensor that starts from it
   * @throws IllegalArgumentException if there is no parameter of that name
   */
  public Tensor tensor(String name) {
    return Tensor.startingAt(name, get(name));
  }

  /**
   * Returns a parameter that the layer keeps up to date and no optimizer changes.
   *
   * @param name its name
   * @return a tensor that starts from it
   * @throws IllegalArgumentException if there is no parameter of that name
   */
  public Tensor state(String name) {
    return Tensor.state(name, get(name));
  }

  /**
   * Checks that there is nothing besides what a model takes.
   *
   * @param known the names that the model takes
   * @throws IllegalArgumentException if there are others; the message names them
   */
  public void requireOnly(Set<String> known) {
    List<String> others = names().stream().filter(name -> !known.contains(name)).toList();
    if (!others.isEmpty()) {
      throw new IllegalArgumentException(
          "parameters " + others + " are left over: the model takes " + known);
    }
  }

  /**
   * Returns the number of numbers.
   *
   * @return the sum of the sizes of all parameters
   */
  public long size() {
    return byName.values().stream().mapToLong(DMatrixRMaj::getNumElements).sum();
  }
}
