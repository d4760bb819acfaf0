package io.linkteller.data.source;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.file.ReadingBudget;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.ejml.data.DMatrixRMaj;

/** Operations shared by the readers and writers of all formats. */
public final class DatasetFiles {

  /** The maximum number of characters from a file that a message quotes. */
  private static final int QUOTED = 80;

  /** The number of bytes of a file that are read to detect its format. */
  private static final int BEGINNING = 1 << 16;

  private DatasetFiles() {}

  public static void requireFile(Path path) {
    if (!Files.exists(path)) {
      throw DatasetFormatException.inFile(path, "the file is missing");
    }
    if (!Files.isRegularFile(path)) {
      throw DatasetFormatException.inFile(path, "expected a file, found a directory or a device");
    }
  }

  /** Returns the memory budget for reading a file. */
  public static ReadingBudget budget(Path file) {
    return ReadingBudget.of(problem -> DatasetFormatException.inFile(file, problem));
  }

  /**
   * Reads a complete file.
   *
   * @throws DatasetFormatException if it is missing, not a regular file, or too large for memory
   * @throws UncheckedIOException if it cannot be read
   */
  public static byte[] bytes(Path file, ReadingBudget budget) {
    requireFile(file);
    try {
      return budget.bytesOf(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a file for reading. A gzip file is decompressed. */
  public static InputStream open(Path file) throws IOException {
    PushbackInputStream in =
        new PushbackInputStream(new BufferedInputStream(Files.newInputStream(file)), 2);
    byte[] magic = in.readNBytes(2);
    in.unread(magic);
    return magic.length == 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b
        ? new GZIPInputStream(in)
        : in;
  }

  /** Returns the first bytes of a file, or of its decompressed contents if it is a gzip file. */
  public static byte[] beginning(Path file) {
    requireFile(file);
    try (InputStream in = open(file)) {
      return in.readNBytes(BEGINNING);
    } catch (ZipException | EOFException e) {
      throw DatasetFormatException.inFile(file, "the archive is damaged: " + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the name that the data set in a directory has in tables. */
  public static String nameOf(Path directory) {
    Path name = directory.toAbsolutePath().normalize().getFileName();
    return name == null ? "dataset" : name.toString();
  }

  /** Shortens text from a file for a message. */
  public static String shortened(String text) {
    return text.length() <= QUOTED ? text : text.substring(0, QUOTED) + "...";
  }

  /**
   * Returns features in sparse form if at least three quarters of them are zero, or otherwise in
   * dense form.
   */
  public static FeatureMatrix compact(DMatrixRMaj values) {
    int nonzero = 0;
    for (int i = 0; i < values.getNumElements(); i++) {
      nonzero += values.data[i] != 0 ? 1 : 0;
    }
    return nonzero <= values.getNumElements() / 4
        ? SparseFeatures.ofDense(values)
        : FeatureMatrix.dense(values);
  }
}
