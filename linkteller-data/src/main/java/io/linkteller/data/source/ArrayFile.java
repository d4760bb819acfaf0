package io.linkteller.data.source;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.numpy.NumpyFormatException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.ejml.data.DMatrixRMaj;

/** Reads NumPy arrays. Error messages name the file. */
public final class ArrayFile {

  private ArrayFile() {}

  /** Reads an {@code .npy} file, or an array in an archive, such as {@code arrays.npz/x}. */
  public static NumpyArray read(Path file) {
    Path archive = file.getParent();
    try {
      if (archive != null && Files.isRegularFile(archive)) {
        ForeignFormat.refuse(archive);
        String name = String.valueOf(file.getFileName());
        return Objects.requireNonNull(
            NumpyFile.readArchive(archive, List.of(name)).get(name), "a requested array");
      }
      ForeignFormat.refuse(file);
      return NumpyFile.readArray(file);
    } catch (NumpyFormatException e) {
      String problem = String.valueOf(e.getMessage());
      throw DatasetFormatException.at(file, "as an array", problem + advice(problem), e);
    }
  }

  private static String advice(String problem) {
    if (problem.contains("is missing")) {
      return "; write the arrays with Python: numpy.savez('graph.npz', x=...,"
          + " edge_index=..., y=...), with edge_index=numpy.stack(matrix.nonzero()) for a matrix";
    }
    return problem.contains("text, not numbers")
        ? "; classes must be numbers in the order of the model's outputs:"
            + " numpy.unique(y, return_inverse=True)[1] if this is the alphabetical order"
        : "";
  }

  /**
   * Returns an array as features.
   *
   * @param form converts a matrix to features
   */
  public static FeatureMatrix features(
      Path file, NumpyArray x, Function<DMatrixRMaj, FeatureMatrix> form) {
    // The numbers are copied twice. One copy may take a third of the remaining memory.
    DatasetFiles.budget(file).take((long) Double.BYTES * x.size());
    try {
      return form.apply(x.toMatrix());
    } catch (IllegalArgumentException e) {
      throw DatasetFormatException.inFile(file, String.valueOf(e.getMessage()));
    }
  }
}
