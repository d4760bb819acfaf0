package io.linkteller.data.numpy;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.graph.NodeNames;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.numpy.NumpyFormatException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A square matrix of {@code scipy.sparse.save_npz}, in compressed rows, columns or coordinates. */
final class SparseMatrix {

  private final int[] rows;
  private final int[] columns;
  private final NumpyArray values;

  private SparseMatrix(int[] rows, int[] columns, NumpyArray values) {
    this.rows = rows;
    this.columns = columns;
    this.values = values;
  }

  /** Returns whether an archive with some arrays is a sparse matrix. */
  static boolean isIn(List<String> names) {
    return names.containsAll(List.of("format", "shape", "data"));
  }

  static SparseMatrix read(Path file, NodeNames nodes) {
    NumpyArray shape = NumpyDataset.array(file.resolve("shape"));
    int n = nodes.nodeCount();
    if (shape.size() != 2 || shape.get(0) != n || shape.get(1) != n) {
      throw DatasetFormatException.inFile(file, "is a matrix that is not " + n + " x " + n);
    }
    NumpyArray values = NumpyDataset.array(file.resolve("data"));
    try {
      String format = NumpyFile.readText(file, "format");
      if (format.equals("coo")) {
        return checked(file, ints(file, "row"), ints(file, "col"), values);
      }
      if (!format.equals("csr") && !format.equals("csc")) {
        throw DatasetFormatException.inFile(
            file, "is a matrix in the format " + format + "; write it with matrix.tocsr()");
      }
      int[] indices = ints(file, "indices");
      int[] offsets = ints(file, "indptr");
      int[] expanded = new int[indices.length];
      boolean grows = offsets.length == n + 1 && offsets[0] == 0 && offsets[n] == indices.length;
      for (int i = 0; i < n && grows; i++) {
        grows = offsets[i] <= offsets[i + 1] && offsets[i + 1] <= indices.length;
        if (grows) {
          Arrays.fill(expanded, offsets[i], offsets[i + 1], i);
        }
      }
      if (!grows) {
        throw DatasetFormatException.inFile(file, "is a matrix whose indptr is damaged");
      }
      return format.equals("csr")
          ? checked(file, expanded, indices, values)
          : checked(file, indices, expanded, values);
    } catch (NumpyFormatException e) {
      throw DatasetFormatException.at(file, "as a matrix", String.valueOf(e.getMessage()), e);
    }
  }

  private static SparseMatrix checked(Path file, int[] rows, int[] columns, NumpyArray values) {
    if (rows.length != columns.length || rows.length != values.size()) {
      throw DatasetFormatException.inFile(file, "is a matrix whose arrays differ in length");
    }
    return new SparseMatrix(rows, columns, values);
  }

  private static int[] ints(Path file, String name) {
    try {
      return NumpyDataset.array(file.resolve(name)).toInts();
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw DatasetFormatException.at(file, name, String.valueOf(e.getMessage()), e);
    }
  }

  int count() {
    return rows.length;
  }

  double at(int edge, int column) {
    return column == 0 ? rows[edge] : column == 1 ? columns[edge] : values.get(edge);
  }
}
