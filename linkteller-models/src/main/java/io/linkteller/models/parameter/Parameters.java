package io.linkteller.models.parameter;

import io.linkteller.privacy.Provenance;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * The named parameters of a model, in order, and their provenance, such as the graph on which they
 * were trained. All entries are finite. Immutable.
 */
public final class Parameters {

  private final Map<String, DMatrixRMaj> byName;

  private final Provenance provenance;

  /** Takes ownership of the matrices, whose entries must be finite. */
  Parameters(Map<String, DMatrixRMaj> byName, Provenance provenance) {
    this.byName = byName;
    this.provenance = provenance;
  }

  /**
   * Returns parameters of unknown provenance with copies of given matrices.
   *
   * @param byName the matrices by name, in order; biases have one row
   * @return the parameters
   * @throws IllegalArgumentException if an entry is NaN or infinite
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
    return new Parameters(copies, Provenance.UNKNOWN);
  }

  /**
   * Returns the current values of tensors, of unknown provenance.
   *
   * @param tensors the tensors
   * @return copies of their values
   * @throws IllegalArgumentException if an entry is NaN or infinite
   */
  public static Parameters of(Iterable<Tensor> tensors) {
    Map<String, DMatrixRMaj> values = new LinkedHashMap<>();
    tensors.forEach(tensor -> values.put(tensor.name(), tensor.value()));
    return of(values);
  }

  /**
   * Returns a matrix with entries drawn uniformly from [-bound, bound).
   *
   * @param rows the number of rows
   * @param cols the number of columns
   * @param bound the bound on the magnitudes, positive
   * @param random the source of randomness
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
   * Returns these parameters with another provenance.
   *
   * @param known the graph on which they were trained, and other uses of the private graph
   * @return the parameters
   */
  public Parameters withProvenance(Provenance known) {
    return new Parameters(byName, known);
  }

  /**
   * {@return the graph on which these parameters were trained, and other uses of the private graph}
   */
  public Provenance provenance() {
    return provenance;
  }

  /** {@return the names in order, unmodifiable} */
  public Set<String> names() {
    return Collections.unmodifiableSet(byName.keySet());
  }

  /**
   * Returns a parameter with a given name.
   *
   * @param name the name, such as {@code W1}
   * @return a copy
   * @throws IllegalArgumentException if there is no parameter with that name
   */
  public DMatrixRMaj get(String name) {
    DMatrixRMaj matrix = byName.get(name);
    if (matrix == null) {
      throw new IllegalArgumentException(
          "there is no parameter " + name + " among " + byName.keySet());
    }
    return matrix.copy();
  }

  /** Returns a copy of a parameter, after checking its shape. */
  DMatrixRMaj get(String name, int rows, int cols) {
    DMatrixRMaj matrix = get(name);
    if (matrix.numRows != rows || matrix.numCols != cols) {
      throw new IllegalArgumentException(
          "parameter "
              + name
              + " is "
              + matrix.numRows
              + " x "
              + matrix.numCols
              + " but must be "
              + rows
              + " x "
              + cols);
    }
    return matrix;
  }

  /** Checks that there are no parameters other than those of a model. */
  void requireOnly(Set<String> known) {
    List<String> others = names().stream().filter(name -> !known.contains(name)).toList();
    if (!others.isEmpty()) {
      throw new IllegalArgumentException(
          "unexpected parameters " + others + ": the model has " + known);
    }
  }

  /** {@return the total number of entries of all parameters} */
  public long size() {
    return byName.values().stream().mapToLong(DMatrixRMaj::getNumElements).sum();
  }
}
