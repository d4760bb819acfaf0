package io.linkteller.models.numpy;

import io.linkteller.file.AtomicFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.ejml.data.DMatrixRMaj;
import org.openlca.npy.Npy;
import org.openlca.npy.NpyArray;
import org.openlca.npy.NpyCharArray;
import org.openlca.npy.NpyDoubleArray;
import org.openlca.npy.NpyIntArray;

/**
 * Writes {@code .npz} archives for {@code numpy.load}. The written bytes depend only on the arrays,
 * not on the time. Not safe for use by several threads.
 */
public final class NumpyArchiveWriter {

  /** The earliest time that a zip file can represent, which NumPy writes as well. */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private final Map<String, NpyArray<?>> arrays = new LinkedHashMap<>();

  /** Creates a writer without arrays. */
  public NumpyArchiveWriter() {}

  /**
   * Adds a matrix.
   *
   * @param name the name, without {@code .npy}
   * @param matrix the matrix; not copied
   * @return this writer
   */
  public NumpyArchiveWriter add(String name, DMatrixRMaj matrix) {
    return put(name, NpyDoubleArray.rowOrderOf(matrix.data, matrix.numRows, matrix.numCols));
  }

  /**
   * Adds a vector.
   *
   * @param name the name, without {@code .npy}
   * @param vector the elements; not copied
   * @return this writer
   */
  public NumpyArchiveWriter add(String name, double[] vector) {
    return put(name, NpyDoubleArray.vectorOf(vector));
  }

  /**
   * Adds a vector of integers.
   *
   * @param name the name, without {@code .npy}
   * @param vector the elements; not copied
   * @return this writer
   */
  public NumpyArchiveWriter add(String name, int[] vector) {
    return put(name, new NpyIntArray(new int[] {vector.length}, vector, false));
  }

  /**
   * Adds a matrix of integers, row by row.
   *
   * @param name the name, without {@code .npy}
   * @param first the first row
   * @param second the second row, of the same length
   * @return this writer
   */
  public NumpyArchiveWriter add(String name, int[] first, int[] second) {
    return put(
        name,
        new NpyIntArray(
            new int[] {2, first.length},
            IntStream.concat(IntStream.of(first), IntStream.of(second)).toArray(),
            false));
  }

  /**
   * Adds an ASCII string as a zero-dimensional array.
   *
   * @param name the name, without {@code .npy}
   * @param text the string
   * @return this writer
   */
  public NumpyArchiveWriter add(String name, String text) {
    return put(name, NpyCharArray.of(text));
  }

  private NumpyArchiveWriter put(String name, NpyArray<?> array) {
    if (arrays.put(name, array) != null) {
      throw new IllegalArgumentException("the archive already has an array \"" + name + "\"");
    }
    return this;
  }

  /**
   * Writes the archive atomically such that only its owner can read it. An existing file is
   * replaced.
   *
   * @param file the file
   * @throws UncheckedIOException if the file can't be written
   */
  public void write(Path file) {
    AtomicFile.write(file, this::writeTo);
  }

  private void writeTo(OutputStream out) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(out))) {
      for (Map.Entry<String, NpyArray<?>> each : arrays.entrySet()) {
        ZipEntry entry = new ZipEntry(each.getKey() + ".npy");
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
        Npy.write(zip, each.getValue());
        zip.closeEntry();
      }
    }
  }
}
