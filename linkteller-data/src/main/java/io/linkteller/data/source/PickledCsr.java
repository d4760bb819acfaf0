package io.linkteller.data.source;

import io.linkteller.file.ReadingBudget;
import io.linkteller.matrix.CsrMatrix;
import it.unimi.dsi.fastutil.Arrays;
import java.util.Map;

/** A SciPy matrix in compressed rows, read from a pickle. */
public final class PickledCsr implements PickleFile.Buildable {

  private CsrMatrix matrix = CsrMatrix.of(0, new int[1], new int[0], new double[0]);

  /**
   * Sets the matrix from named attributes. The columns of a row may be in any order but must not
   * repeat.
   */
  @Override
  public void build(Object state, ReadingBudget budget) {
    Map<?, ?> attributes = (Map<?, ?>) state;
    Object[] shape =
        (Object[])
            (attributes.containsKey("_shape") ? attributes.get("_shape") : missing("_shape"));
    PickledArray indptr = array(attributes, "indptr");
    PickledArray indices = array(attributes, "indices");
    PickledArray data = array(attributes, "data");
    // Each array is copied, and integers are first copied as doubles.
    budget.take(2L * Double.BYTES * ((long) indptr.size() + indices.size() + data.size()));
    int[] offsets = indptr.integers();
    int[] columns = indices.integers();
    double[] values = data.vector();
    if (shape.length != 2 || !shape[0].equals(offsets.length - 1)) {
      throw new IllegalArgumentException(
          "a matrix whose shape does not agree with its " + offsets.length + " offsets");
    }
    if (columns.length == values.length) {
      sortRows(offsets, columns, values);
    }
    matrix = CsrMatrix.of((Integer) shape[1], offsets, columns, values);
  }

  private static PickledArray array(Map<?, ?> attributes, String name) {
    return attributes.get(name) instanceof PickledArray array ? array : missing(name);
  }

  private static PickledArray missing(String name) {
    throw new IllegalArgumentException("a matrix without " + name);
  }

  private static void sortRows(int[] offsets, int[] columns, double[] values) {
    for (int row = 0; row + 1 < offsets.length; row++) {
      if (offsets[row] >= 0 && offsets[row + 1] <= columns.length) {
        Arrays.quickSort(
            offsets[row],
            offsets[row + 1],
            (a, b) -> Integer.compare(columns[a], columns[b]),
            (a, b) -> {
              int column = columns[a];
              double value = values[a];
              columns[a] = columns[b];
              values[a] = values[b];
              columns[b] = column;
              values[b] = value;
            });
      }
    }
  }

  public CsrMatrix matrix() {
    return matrix;
  }
}
