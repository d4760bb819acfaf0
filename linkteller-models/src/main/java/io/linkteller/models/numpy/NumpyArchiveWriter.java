package io.linkteller.models.numpy;

import io.linkteller.file.AtomicFile;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Writes {@code .npz} archives for {@code numpy.load}. The output depends only on the arrays, not
 * on the time of writing. Not safe for use by several threads.
 */
public final class NumpyArchiveWriter {

  /** The earliest time that a zip file can represent, which NumPy uses too. */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  /** Writes an array or its elements. */
  private interface Array {
    void writeTo(DataOutputStream out) throws IOException;
  }

  private final Map<String, Array> arrays = new LinkedHashMap<>();

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
    return put(
        name,
        NumpyHeader.of("f8", matrix.numRows, matrix.numCols),
        doubles(matrix.data, matrix.getNumElements()));
  }

  /**
   * Adds a vector.
   *
   * @param name the name, without {@code .npy}
   * @param vector the elements; not copied
   * @return this writer
   */
  public NumpyArchiveWriter add(String name, double[] vector) {
    return put(name, NumpyHeader.of("f8", vector.length), doubles(vector, vector.length));
  }

  /**
   * Adds a vector of integers.
   *
   * @param name the name, without {@code .npy}
   * @param vector the elements; not copied
   * @return this writer
   */
  public NumpyArchiveWriter add(String name, int[] vector) {
    return put(name, NumpyHeader.of("i4", vector.length), integers(vector));
  }

  /**
   * Adds a two-row matrix of integers.
   *
   * @param name the name, without {@code .npy}
   * @param first the first row
   * @param second the second row, of the same length
   * @return this writer
   */
  public NumpyArchiveWriter add(String name, int[] first, int[] second) {
    Array firstRow = integers(first);
    Array secondRow = integers(second);
    return put(
        name,
        NumpyHeader.of("i4", 2, first.length),
        out -> {
          firstRow.writeTo(out);
          secondRow.writeTo(out);
        });
  }

  /**
   * Adds a string, encoded as UTF-8, as a zero-dimensional array.
   *
   * @param name the name, without {@code .npy}
   * @param text the string
   * @return this writer
   */
  public NumpyArchiveWriter add(String name, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return put(name, NumpyHeader.of("S" + bytes.length), out -> out.write(bytes));
  }

  // DataOutputStream is big-endian, but the arrays are declared little-endian.

  private static Array doubles(double[] values, int count) {
    return out -> {
      for (int i = 0; i < count; i++) {
        out.writeLong(Long.reverseBytes(Double.doubleToRawLongBits(values[i])));
      }
    };
  }

  private static Array integers(int[] values) {
    return out -> {
      for (int value : values) {
        out.writeInt(Integer.reverseBytes(value));
      }
    };
  }

  private NumpyArchiveWriter put(String name, byte[] header, Array elements) {
    Array array =
        out -> {
          out.write(header);
          elements.writeTo(out);
        };
    if (arrays.put(name, array) != null) {
      throw new IllegalArgumentException("the archive already has an array \"" + name + "\"");
    }
    return this;
  }

  /**
   * Writes the archive atomically, readable only by its owner. An existing file is replaced.
   *
   * @param file the file
   * @throws UncheckedIOException if the file cannot be written
   */
  public void write(Path file) {
    AtomicFile.write(file, this::writeTo);
  }

  private void writeTo(OutputStream out) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(out))) {
      for (Map.Entry<String, Array> each : arrays.entrySet()) {
        ZipEntry entry = new ZipEntry(each.getKey() + ".npy");
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
        DataOutputStream elements = new DataOutputStream(new BufferedOutputStream(zip));
        each.getValue().writeTo(elements);
        elements.flush();
        zip.closeEntry();
      }
    }
  }
}
