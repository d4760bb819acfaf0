package io.linkteller.models.numpy;

import io.linkteller.file.AtomicFile;
import java.io.BufferedOutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.ejml.data.DMatrixRMaj;
import org.openlca.npy.Npy;
import org.openlca.npy.NpyArray;
import org.openlca.npy.NpyCharArray;
import org.openlca.npy.NpyDoubleArray;
import org.openlca.npy.NpyIntArray;

/**
 * Collects arrays for an {@code .npz} archive that {@code numpy.load} reads. The bytes written are
 * a function of the arrays alone.
 */
public final class NumpyArchiveWriter {

  /** The earliest that a zip file can say, as NumPy writes it. */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private final Map<String, NpyArray<?>> arrays = new LinkedHashMap<>();

  /** Starts without arrays. */
  public NumpyArchiveWriter() {}

  /**
   * Adds a matrix.
   *
   * @param name its name, without {@code .npy}
   * @param matrix the numbers; not copied
   * @return this writer
   */
  public NumpyArchiveWriter add(String name, DMatrixRMaj matrix) {
    return put(name, NpyDoubleArray.rowOrderOf(matrix.data, matrix.numRows, matrix.numCols));
  }

  /**
   * Adds a vector.
   *
   * @param name its name, without {@code .npy}
   * @param vector the numbers; not copied
   * @return this writer
   */
  public NumpyArchiveWriter add(String name, double[] vector) {
    return put(name, NpyDoubleArray.vectorOf(vector));
  }

  /**
   * Adds a vector of integers.
   *
   * @param name its name, without {@code .npy}
   * @param vector the integers; not copied
   * @return this writer
   */
  public NumpyArchiveWriter add(String name, int[] vector) {
    return put(name, new NpyIntArray(new int[] {vector.length}, vector, false));
  }

  /**
   * Adds a text of ASCII characters, as an array of no dimensions.
   *
   * @param name its name, without {@code .npy}
   * @param text the text
   * @return this writer
   */
  public NumpyArchiveWriter add(String name, String text) {
    return put(name, NpyCharArray.of(text));
  }

  private NumpyArchiveWriter put(String name, NpyArray<?> array) {
    if (arrays.put(name, array) != null) {
      throw new IllegalArgumentException("there is an array \"" + name + "\" already");
    }
    return this;
  }

  /**
   * Writes the archive, whole or not at all; what stood there is replaced.
   *
   * @param file where to
   * @throws UncheckedIOException if the file can't be written
   */
  public void write(Path file) {
    AtomicFile.write(
        file,
        out -> {
          try (ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(out))) {
            for (Map.Entry<String, NpyArray<?>> each : arrays.entrySet()) {
              ZipEntry entry = new ZipEntry(each.getKey() + ".npy");
              entry.setTimeLocal(TIME);
              zip.putNextEntry(entry);
              Npy.write(zip, each.getValue());
              zip.closeEntry();
            }
          }
        });
  }
}
