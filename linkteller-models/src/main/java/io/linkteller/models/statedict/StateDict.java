package io.linkteller.models.statedict;

import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.numpy.NumpyFormatException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The state dict of a PyTorch module: arrays by name, such as {@code conv1.lin.weight}, in the
 * order of the module's definition if the format of the file keeps it. Immutable.
 */
public final class StateDict {

  private final Map<String, NumpyArray> arrays;
  private final boolean keepsOrder;

  private StateDict(Map<String, NumpyArray> arrays, boolean keepsOrder) {
    this.arrays = Collections.unmodifiableMap(new LinkedHashMap<>(arrays));
    this.keepsOrder = keepsOrder;
  }

  /**
   * Returns a state dict with given arrays.
   *
   * @param arrays the arrays by name, in the order of the module's definition
   * @return the state dict
   */
  public static StateDict of(Map<String, NumpyArray> arrays) {
    return new StateDict(arrays, true);
  }

  /**
   * Returns a state dict of a format that does not keep the order of the module's definition, such
   * as safetensors, which sorts arrays by name.
   *
   * @param arrays the arrays by name
   * @return the state dict
   */
  public static StateDict unordered(Map<String, NumpyArray> arrays) {
    return new StateDict(arrays, false);
  }

  /**
   * Reads a NumPy archive written by {@code numpy.savez(file, **{k: v.numpy() for k, v in
   * model.state_dict().items()})}.
   *
   * @param file an {@code .npz} archive
   * @return the state dict
   * @throws StateDictFormatException if the file is not such an archive or is damaged; the message
   *     names the file
   */
  public static StateDict read(Path file) {
    try {
      return of(NumpyFile.readArchive(file, NumpyFile.names(file)));
    } catch (NumpyFormatException e) {
      throw new StateDictFormatException(file + ": " + e.getMessage(), e);
    }
  }

  /** {@return the names in order, unmodifiable} */
  public Set<String> names() {
    return arrays.keySet();
  }

  /** Returns whether arrays are in the order of the module's definition. */
  boolean keepsOrder() {
    return keepsOrder;
  }

  boolean contains(String name) {
    return arrays.containsKey(name);
  }

  /**
   * Returns the array with a given name.
   *
   * @param name the name, such as {@code conv1.lin.weight}
   * @return the array
   * @throws StateDictFormatException if there is no array with that name
   */
  public NumpyArray get(String name) {
    NumpyArray array = arrays.get(name);
    if (array == null) {
      throw new StateDictFormatException("there is no array " + name + " among " + names());
    }
    return array;
  }

  /** Returns the modules, such as {@code conv1}, that have an array with a given name, in order. */
  List<String> modulesWith(String suffix) {
    Set<String> modules = new LinkedHashSet<>();
    for (String name : names()) {
      if (name.endsWith("." + suffix)) {
        modules.add(name.substring(0, name.length() - suffix.length() - 1));
      }
    }
    return new ArrayList<>(modules);
  }

  /**
   * Returns a two-dimensional array as a matrix.
   *
   * @param name the name of the array
   * @return a new matrix
   * @throws StateDictFormatException if there is no array with that name, or it does not have two
   *     dimensions
   */
  public DMatrixRMaj matrix(String name) {
    NumpyArray array = get(name);
    if (array.shape().size() != 2) {
      throw new StateDictFormatException(
          name + " has shape " + array.shape() + " instead of two dimensions");
    }
    return array.toMatrix();
  }

  /**
   * Returns the transpose of a {@link #matrix}. PyTorch stores the weights of linear layers as
   * outputs x inputs.
   *
   * @param name the name of the array
   * @return a new matrix
   */
  public DMatrixRMaj transposed(String name) {
    return CommonOps_DDRM.transpose(matrix(name), null);
  }

  /** Returns all elements of an array of any shape as a matrix with one row. */
  DMatrixRMaj row(String name) {
    NumpyArray array = get(name);
    DMatrixRMaj row = new DMatrixRMaj(1, array.size());
    for (int i = 0; i < array.size(); i++) {
      row.data[i] = array.get(i);
    }
    return row;
  }

  @Override
  public String toString() {
    return "StateDict" + arrays;
  }
}
