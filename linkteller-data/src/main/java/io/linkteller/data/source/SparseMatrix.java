package io.linkteller.data.source;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.numpy.NumpyFormatException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A square matrix from {@code scipy.sparse.save_npz}, in compressed rows, in compressed columns, or
 * in coordinate format.
 *
 * @param size n, the number of rows and columns
 * @param rows the row of each entry
 * @param columns the column of each entry
 * @param values the value of each entry, never NaN
 */
@SuppressWarnings("ArrayRecordComponent") // Read once, and never compared.
public record SparseMatrix(int size, int[] rows, int[] columns, NumpyArray values) {

  /** Returns whether an archive with these arrays is a sparse matrix. */
  public static boolean isIn(List<String> names) {
    return names.containsAll(List.of("format", "shape", "data"));
  }

  /**
   * Reads an archive. If it does not state its format, it must contain compressed rows.
   *
   * @throws DatasetFormatException if it is missing or malformed; the message names the entry
   */
  public static SparseMatrix read(Path file) {
    DatasetFiles.requireFile(file);
    try {
      return parsed(file);
    } catch (NumpyFormatException e) {
      throw DatasetFormatException.at(file, "as a matrix", String.valueOf(e.getMessage()), e);
    }
  }

  private static SparseMatrix parsed(Path file) {
    String format =
        NumpyFile.names(file).contains("format") ? NumpyFile.readText(file, "format") : "csr";
    if (!List.of("csr", "csc", "coo").contains(format)) {
      throw DatasetFormatException.inFile(
          file,
          "is a matrix in the format "
              + DatasetFiles.shortened(format.strip())
              + "; write it with matrix.tocsr()");
    }
    boolean listed = format.equals("coo");
    List<String> names =
        List.of(listed ? "row" : "indptr", listed ? "col" : "indices", "data", "shape");
    Map<String, NumpyArray> arrays = NumpyFile.readArchive(file, names);
    int[] shape = integers(file, "shape", arrays);
    int[] first = integers(file, names.get(0), arrays);
    int[] second = integers(file, names.get(1), arrays);
    NumpyArray values = Objects.requireNonNull(arrays.get("data"));
    int n = listed && shape.length > 0 ? shape[0] : first.length - 1;
    if (n < 0 || !Arrays.equals(shape, new int[] {n, n})) {
      throw problem(
          file,
          "shape",
          "expected "
              + (listed ? "" : "the " + n + " rows that indptr bounds, and ")
              + "as many columns as rows, found "
              + DatasetFiles.shortened(Arrays.toString(shape)));
    }
    if (values.shape().size() != 1 || values.size() != second.length) {
      throw problem(
          file,
          "data",
          "expected a number for each of the %s indices, found shape %s"
              .formatted(second.length, values.shape()));
    }
    // A matrix in coordinate format may state any size, and graphs use memory for each node.
    DatasetFiles.budget(file).take((long) Long.BYTES * n);
    if (!listed) {
      first = expanded(file, first, second.length);
    }
    int[][] ends = {first, second};
    for (int e = 0; e < second.length; e++) {
      for (int end = 0; end < ends.length; end++) {
        if (ends[end].length != second.length || ends[end][e] < 0 || ends[end][e] >= n) {
          throw problem(
              file,
              names.get(end),
              ends[end].length != second.length
                  ? "has " + ends[end].length + " numbers for " + second.length + " entries"
                  : "expected a node in [0, %s) at [%s], found %s".formatted(n, e, ends[end][e]));
        }
      }
      if (Double.isNaN(values.get(e))) {
        throw problem(file, "data", "expected a number at [" + e + "], found NaN");
      }
    }
    boolean byColumn = format.equals("csc");
    return new SparseMatrix(n, ends[byColumn ? 1 : 0], ends[byColumn ? 0 : 1], values);
  }

  /** Returns the row of each entry of compressed rows. */
  private static int[] expanded(Path file, int[] offsets, int entries) {
    int n = offsets.length - 1;
    if (offsets[0] != 0 || offsets[n] != entries) {
      throw problem(
          file,
          "indptr",
          "expected offsets from 0 to %s, the number of indices, found %s to %s"
              .formatted(entries, offsets[0], offsets[n]));
    }
    int[] rows = new int[entries];
    for (int u = 0; u < n; u++) {
      if (offsets[u + 1] < offsets[u] || offsets[u + 1] > entries) {
        throw problem(file, "indptr", offsets[u + 1] + " at [" + (u + 1) + "] is out of order");
      }
      Arrays.fill(rows, offsets[u], offsets[u + 1], u);
    }
    return rows;
  }

  private static int[] integers(Path file, String name, Map<String, NumpyArray> arrays) {
    try {
      return Objects.requireNonNull(arrays.get(name)).toInts();
    } catch (NumpyFormatException e) {
      throw problem(file, name, String.valueOf(e.getMessage()));
    }
  }

  private static DatasetFormatException problem(Path file, String entry, String problem) {
    return DatasetFormatException.at(file, "entry " + entry, problem);
  }

  /** Returns the row (column 0), the column (column 1) or the value (column 2) of an entry. */
  public double at(int entry, int column) {
    return column == 0 ? rows[entry] : column == 1 ? columns[entry] : values.get(entry);
  }
}
