package io.linkteller.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes matrices to {@code .npy} files, in the format of NumPy. */
public final class NumpyMatrix {

  /** The length of the header in bytes; the format requires a multiple of 64. */
  private static final int START = 128;

  private NumpyMatrix() {}

  /** Writes a matrix, given as rows of equal length, in double precision. */
  public static void write(Path file, double[]... rows) {
    String shape = "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }";
    String header = shape.formatted(rows.length, rows[0].length);
    String padded = header + " ".repeat(START - 11 - header.length()) + "\n";
    ByteBuffer bytes = ByteBuffer.allocate(START + rows.length * rows[0].length * Double.BYTES);
    bytes.put("\u0093NUMPY\u0001\0".getBytes(StandardCharsets.ISO_8859_1));
    bytes.order(ByteOrder.LITTLE_ENDIAN).putShort((short) (START - 10));
    bytes.put(padded.getBytes(StandardCharsets.ISO_8859_1));
    for (double[] row : rows) {
      for (double value : row) {
        bytes.putDouble(value);
      }
    }
    try {
      Files.write(file, bytes.array());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
