package io.linkteller.models.numpy;

import io.linkteller.file.AtomicFile;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.openlca.npy.Npy;
import org.openlca.npy.NpyArray;
import org.openlca.npy.NpyByteOrder;
import org.openlca.npy.NpyDataType;
import org.openlca.npy.NpyHeader;
import org.openlca.npy.dict.NpyHeaderDict;

/**
 * Reads and writes numeric NumPy files: single arrays ({@code .npy}) and archives ({@code .npz}).
 * Integers, floating-point numbers and booleans of any width, byte order and memory order are
 * supported in version 1 of the format; NumPy writes later versions only for record arrays. A
 * damaged header cannot cause allocations beyond the size of the data in the file, and the
 * checksums of archives are verified.
 */
public final class NumpyFile {

  private static final String SUFFIX = ".npy";

  /** The number of bytes of magic string, version and header length. */
  private static final int PREFIX = 10;

  /** The largest possible compression ratio of DEFLATE. */
  private static final long MAX_INFLATION = 1032;

  private NumpyFile() {}

  /**
   * Reads an {@code .npy} file.
   *
   * @param file the file
   * @return the array
   * @throws NumpyFormatException if the file is not an {@code .npy} file or its size does not match
   *     its header
   * @throws UncheckedIOException if the file can't be read
   */
  public static NumpyArray readArray(Path file) {
    try {
      try (InputStream bytes = Files.newInputStream(file)) {
        if (requireSize(bytes, Files.size(file)).dict().dataType() == NpyDataType.f2) {
          return halves(Files.readAllBytes(file));
        }
      } catch (NumpyFormatException e) {
        throw e;
      } catch (RuntimeException e) {
        throw unreadable(e);
      }
      try (var channel = Files.newByteChannel(file)) {
        return read(Npy.read(channel));
      }
    } catch (NumpyFormatException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      throw unreadable(e);
    }
  }

  /**
   * Reads given arrays of an {@code .npz} archive.
   *
   * @param file the archive
   * @param names the arrays to read, without {@code .npy}
   * @return the arrays by name, in the order of {@code names}
   * @throws NumpyFormatException if the file is not such an archive, or an entry is missing,
   *     damaged or not numeric
   */
  public static Map<String, NumpyArray> readArchive(Path file, List<String> names) {
    Map<String, NumpyArray> arrays = new LinkedHashMap<>();
    inArchive(
        file,
        zip -> {
          for (String name : names) {
            arrays.put(name, readEntry(file, zip, entry(zip, name)));
          }
        });
    return arrays;
  }

  /**
   * Returns the names of the arrays in an {@code .npz} archive.
   *
   * @param file the archive
   * @return the names in the order of the entries, without {@code .npy}
   * @throws NumpyFormatException if the file is not such an archive, or an entry is not an {@code
   *     .npy} file
   */
  public static List<String> names(Path file) {
    List<String> names = new ArrayList<>();
    inArchive(
        file,
        zip ->
            zip.stream()
                .forEach(
                    entry -> {
                      String name = entry.getName();
                      if (!name.endsWith(SUFFIX)) {
                        throw new NumpyFormatException("entry " + name + " is not an .npy array");
                      }
                      names.add(name.substring(0, name.length() - SUFFIX.length()));
                    }));
    return names;
  }

  /**
   * Reads a string from an {@code .npz} archive.
   *
   * @param file the archive
   * @param name the name of the entry, without {@code .npy}
   * @return the string, up to the first zero character
   * @throws NumpyFormatException if the file is not such an archive, or the entry is missing,
   *     damaged or not a single string
   */
  public static String readText(Path file, String name) {
    StringBuilder text = new StringBuilder();
    inArchive(
        file,
        zip -> {
          ZipEntry entry = entry(zip, name);
          try {
            text.append(text(readBytes(zip, entry, Files.size(file))));
          } catch (NumpyFormatException e) {
            throw new NumpyFormatException("entry " + entry.getName() + " " + e.getMessage(), e);
          } catch (IOException | RuntimeException e) {
            throw new NumpyFormatException(
                "entry " + entry.getName() + " is not a readable string: " + why(e), e);
          }
        });
    return text.toString();
  }

  /**
   * Decodes a byte string, as written by this library, or a Python string with four bytes per
   * character.
   */
  private static String text(byte[] bytes) throws IOException {
    NpyHeader header = header(new ByteArrayInputStream(bytes), bytes.length);
    NpyHeaderDict dict = header.dict();
    Charset charset =
        switch (dict.dataType()) {
          case S -> StandardCharsets.UTF_8;
          case U ->
              Charset.forName(header.byteOrder() == ByteOrder.BIG_ENDIAN ? "UTF-32BE" : "UTF-32LE");
          default -> throw new NumpyFormatException("is not text");
        };
    int from = Math.toIntExact(header.dataOffset());
    long claimed = (dict.dataType() == NpyDataType.U ? 4L : 1L) * dict.typeSize();
    // The library that writes strings adds a terminating zero that the header does not count.
    if (dict.dimensions() != 0 || claimed > bytes.length - from) {
      throw new NumpyFormatException(
          "claims a single string of " + claimed + " bytes but has " + (bytes.length - from));
    }
    String text = new String(bytes, from, bytes.length - from, charset);
    int end = text.indexOf('\0');
    return end < 0 ? text : text.substring(0, end);
  }

  private static ZipEntry entry(ZipFile zip, String name) {
    ZipEntry entry = zip.getEntry(name + SUFFIX);
    if (entry == null) {
      throw new NumpyFormatException("entry " + name + SUFFIX + " is missing");
    }
    return entry;
  }

  /** Supplies the rows of a matrix that is written without being held in memory. */
  @FunctionalInterface
  public interface RowSource {

    /**
     * Fills a row.
     *
     * @param row the row, in [0, rows)
     * @param values receives the row, with one element per column; contains the previous row
     */
    void fill(int row, double[] values);
  }

  /**
   * Writes an {@code .npy} file of doubles row by row and atomically. An existing file is replaced.
   *
   * @param file the file
   * @param rows the number of rows
   * @param cols the number of columns
   * @param source supplies the rows; called once per row in ascending order
   * @throws UncheckedIOException if the file can't be written
   */
  public static void writeMatrix(Path file, int rows, int cols, RowSource source) {
    NpyHeaderDict header =
        NpyHeaderDict.of(NpyDataType.f8)
            .withShape(new int[] {rows, cols})
            .withByteOrder(NpyByteOrder.LITTLE_ENDIAN)
            .create();
    double[] values = new double[cols];
    ByteBuffer bytes = ByteBuffer.allocate(cols * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    AtomicFile.write(
        file,
        unbuffered -> {
          OutputStream out = new BufferedOutputStream(unbuffered);
          out.write(header.toNpyHeader());
          for (int row = 0; row < rows; row++) {
            source.fill(row, values);
            bytes.clear().asDoubleBuffer().put(values);
            out.write(bytes.array());
          }
          out.flush();
        });
  }

  /** An operation on an open archive. */
  @FunctionalInterface
  private interface ArchiveReader {
    void read(ZipFile zip) throws IOException;
  }

  private static void inArchive(Path file, ArchiveReader reader) {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      reader.read(zip);
    } catch (NumpyFormatException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new NumpyFormatException("not a readable .npz archive: " + why(e), e);
    }
  }

  private static NumpyArray readEntry(Path file, ZipFile zip, ZipEntry entry) {
    try {
      byte[] bytes = readBytes(zip, entry, Files.size(file));
      NpyHeader header = requireSize(new ByteArrayInputStream(bytes), bytes.length);
      if (header.dict().dataType() == NpyDataType.f2) {
        return halves(bytes);
      }
      return read(Npy.read(Channels.newChannel(new ByteArrayInputStream(bytes))));
    } catch (NumpyFormatException e) {
      throw new NumpyFormatException("entry " + entry.getName() + " " + e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      throw new NumpyFormatException(
          "entry " + entry.getName() + " " + unreadable(e).getMessage(), e);
    }
  }

  private static byte[] readBytes(ZipFile zip, ZipEntry entry, long fileSize) throws IOException {
    if (entry.getSize() > MAX_INFLATION * fileSize || entry.getSize() >= Integer.MAX_VALUE) {
      throw new NumpyFormatException(
          "claims " + entry.getSize() + " bytes in an archive of " + fileSize);
    }
    byte[] bytes;
    try (InputStream content = zip.getInputStream(entry)) {
      bytes = content.readNBytes((int) entry.getSize() + 1);
    }
    CRC32 checksum = new CRC32();
    checksum.update(bytes);
    if (bytes.length != entry.getSize() || checksum.getValue() != entry.getCrc()) {
      throw new NumpyFormatException("is damaged: its checksum is wrong");
    }
    return bytes;
  }

  /**
   * Reads a header and checks its size, so that a damaged header cannot cause large allocations.
   *
   * @throws NumpyFormatException if the header does not claim exactly {@code size} bytes
   */
  private static NpyHeader requireSize(InputStream bytes, long size) throws IOException {
    NpyHeader header = header(bytes, size);
    NpyHeaderDict dict = header.dict();
    NpyDataType type = dict.dataType();
    if (type == NpyDataType.S || type == NpyDataType.U) {
      throw new NumpyFormatException("is not numeric but text");
    }
    double claimed = type.size();
    for (int i = 0; i < dict.dimensions(); i++) {
      if (dict.sizeOfDimension(i) < 0) {
        throw new NumpyFormatException("claims a dimension of length " + dict.sizeOfDimension(i));
      }
      claimed *= dict.sizeOfDimension(i);
    }
    double held = size - (double) header.dataOffset();
    if (claimed != held) {
      throw new NumpyFormatException(
          "claims " + (long) claimed + " bytes of data but has " + (long) held);
    }
    if (claimed / type.size() > Integer.MAX_VALUE - 8) {
      throw new NumpyFormatException(
          "has " + (long) (claimed / type.size()) + " elements, more than a Java array can hold");
    }
    return header;
  }

  /**
   * Reads half-precision numbers. The library decodes them incorrectly: 1 becomes
   * 1.0001219511032104.
   */
  private static NumpyArray halves(byte[] bytes) throws IOException {
    NpyHeader header = header(new ByteArrayInputStream(bytes), bytes.length);
    int from = Math.toIntExact(header.dataOffset());
    ByteBuffer numbers = ByteBuffer.wrap(bytes, from, bytes.length - from).slice();
    numbers.order(header.byteOrder());
    double[] values = new double[numbers.capacity() / Short.BYTES];
    for (int i = 0; i < values.length; i++) {
      values[i] = HalfPrecision.toDouble(numbers.getShort(i * Short.BYTES));
    }
    NpyHeaderDict dict = header.dict();
    int[] shape = new int[dict.dimensions()];
    for (int i = 0; i < shape.length; i++) {
      shape[i] = dict.sizeOfDimension(i);
    }
    return NumpyArray.of(shape, values, dict.hasFortranOrder());
  }

  private static NpyHeader header(InputStream raw, long size) throws IOException {
    BufferedInputStream bytes = new BufferedInputStream(raw);
    bytes.mark(PREFIX);
    byte[] prefix = bytes.readNBytes(PREFIX);
    bytes.reset();
    if (prefix.length < PREFIX) {
      throw new NumpyFormatException("is too short for an .npy array: " + size + " bytes");
    }
    if (prefix[6] != 1) {
      throw new NumpyFormatException(
          "has format version "
              + prefix[6]
              + "; only version 1 is supported, in which NumPy writes all numeric arrays");
    }
    return NpyHeader.read(Channels.newChannel(bytes));
  }

  private static NumpyArray read(NpyArray<?> array) {
    return NumpyArray.of(array.shape(), array.asDoubleArray().data(), array.hasColumnOrder());
  }

  private static NumpyFormatException unreadable(Exception cause) {
    return new NumpyFormatException("is not a readable numeric array: " + why(cause), cause);
  }

  /** Returns the message of an exception, or the name of its class if it has no message. */
  private static String why(Exception cause) {
    return Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
  }
}
