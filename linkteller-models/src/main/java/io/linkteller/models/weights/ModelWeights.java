package io.linkteller.models.weights;

import io.linkteller.feature.FeatureScaler;
import io.linkteller.file.WholeFile;
import io.linkteller.models.network.Parameters;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.ejml.data.DMatrixRMaj;
import org.openlca.npy.Npy;
import org.openlca.npy.NpyArray;
import org.openlca.npy.NpyDoubleArray;
import org.openlca.npy.NpyHeader;
import org.openlca.npy.Npz;

/**
 * The parameters of a model, with the scaler its features went through, as a NumPy archive ({@code
 * .npz}) that {@code numpy.load} reads: one array a parameter, biases (names that begin with b)
 * one-dimensional, and the scaler as {@code mean} and {@code std}. Arrays of any integer or
 * floating point type and either memory order are read; doubles are written.
 *
 * @param parameters the parameters
 * @param scaler the scaler of the features, if there is one
 */
public record ModelWeights(Parameters parameters, Optional<FeatureScaler> scaler) {

  private static final String MEAN = "mean";
  private static final String DEVIATION = "std";
  private static final String SUFFIX = ".npy";

  /**
   * Reads a file.
   *
   * @param file an {@code .npz} archive
   * @return its contents
   * @throws WeightFormatException if the file is missing, damaged or holds something else; the
   *     message names file and entry
   */
  public static ModelWeights read(Path file) {
    Map<String, DMatrixRMaj> arrays = readArrays(file);
    DMatrixRMaj mean = arrays.remove(MEAN);
    DMatrixRMaj deviation = arrays.remove(DEVIATION);
    if ((mean == null) != (deviation == null)) {
      throw new WeightFormatException(file, "only one of mean and std is there");
    }
    try {
      Optional<FeatureScaler> scaler =
          mean == null || deviation == null
              ? Optional.empty()
              : Optional.of(FeatureScaler.of(mean.data, deviation.data));
      return new ModelWeights(Parameters.of(arrays), scaler);
    } catch (IllegalArgumentException e) {
      throw new WeightFormatException(file, String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Writes a file. What stood there before is replaced only once the whole file has been written.
   *
   * @param file where to
   * @throws UncheckedIOException if the file can't be written
   */
  public void write(Path file) {
    Map<String, DMatrixRMaj> arrays = new LinkedHashMap<>();
    parameters.names().forEach(name -> arrays.put(name, parameters.get(name)));
    scaler.ifPresent(
        s -> {
          arrays.put(MEAN, DMatrixRMaj.wrap(1, s.mean().length, s.mean()));
          arrays.put(DEVIATION, DMatrixRMaj.wrap(1, s.deviation().length, s.deviation()));
        });
    WholeFile.write(file, out -> writeArrays(out, arrays));
  }

  private static void writeArrays(OutputStream out, Map<String, DMatrixRMaj> arrays)
      throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      arrays.forEach(
          (name, matrix) ->
              Npz.write(zip, name + SUFFIX, isVector(name) ? vector(matrix) : matrix(matrix)));
    }
  }

  private static boolean isVector(String name) {
    return name.startsWith("b") || name.equals(MEAN) || name.equals(DEVIATION);
  }

  private static NpyDoubleArray vector(DMatrixRMaj matrix) {
    return NpyDoubleArray.vectorOf(matrix.data);
  }

  private static NpyDoubleArray matrix(DMatrixRMaj matrix) {
    return NpyDoubleArray.rowOrderOf(matrix.data, matrix.numRows, matrix.numCols);
  }

  private static Map<String, DMatrixRMaj> readArrays(Path file) {
    Map<String, DMatrixRMaj> arrays = new LinkedHashMap<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      List<ZipEntry> entries =
          new ArrayList<>(zip.stream().map(entry -> (ZipEntry) entry).toList());
      for (ZipEntry entry : entries) {
        String name = entry.getName();
        if (!name.endsWith(SUFFIX)) {
          throw new WeightFormatException(file, "entry " + name + " is not an .npy array");
        }
        arrays.put(name.substring(0, name.length() - SUFFIX.length()), readArray(file, zip, entry));
      }
    } catch (NoSuchFileException e) {
      throw new WeightFormatException(file, "there is no such file", e);
    } catch (IOException e) {
      throw new WeightFormatException(file, "not a readable .npz archive: " + e.getMessage(), e);
    }
    return arrays;
  }

  private static DMatrixRMaj readArray(Path file, ZipFile zip, ZipEntry entry) throws IOException {
    try {
      checkSize(file, zip, entry);
      try (ReadableByteChannel bytes = Channels.newChannel(zip.getInputStream(entry))) {
        NpyArray<?> array = Npy.read(bytes);
        NpyDoubleArray doubles = array.asDoubleArray();
        int[] shape = array.shape();
        if (shape.length == 1) {
          return DMatrixRMaj.wrap(1, shape[0], doubles.data());
        }
        if (shape.length != 2) {
          throw new WeightFormatException(
              file,
              "entry " + entry.getName() + " has " + shape.length + " dimensions, not 1 or 2");
        }
        DMatrixRMaj matrix = new DMatrixRMaj(shape[0], shape[1]);
        matrix.setTo(
            array.hasColumnOrder()
                ? transposed(doubles.data(), shape[0], shape[1])
                : DMatrixRMaj.wrap(shape[0], shape[1], doubles.data()));
        return matrix;
      }
    } catch (WeightFormatException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new WeightFormatException(
          file, "entry " + entry.getName() + " is not a readable array of numbers: " + e, e);
    }
  }

  /**
   * A damaged header must not make the reader allocate more than the entry can hold, and numbers
   * that are missing must not be read as zeros.
   */
  private static void checkSize(Path file, ZipFile zip, ZipEntry entry) throws IOException {
    try (ReadableByteChannel bytes = Channels.newChannel(zip.getInputStream(entry))) {
      NpyHeader header = NpyHeader.read(bytes);
      double claimed = header.dict().dataType().size();
      for (int i = 0; i < header.dict().dimensions(); i++) {
        claimed *= header.dict().sizeOfDimension(i);
      }
      long held = entry.getSize() - header.dataOffset();
      if (claimed != held) {
        throw new WeightFormatException(
            file,
            "entry "
                + entry.getName()
                + " claims "
                + (long) claimed
                + " bytes of numbers but has "
                + held);
      }
    }
  }

  private static DMatrixRMaj transposed(double[] columnMajor, int rows, int cols) {
    DMatrixRMaj matrix = new DMatrixRMaj(rows, cols);
    for (int row = 0; row < rows; row++) {
      for (int col = 0; col < cols; col++) {
        matrix.unsafe_set(row, col, columnMajor[col * rows + row]);
      }
    }
    return matrix;
  }
}
