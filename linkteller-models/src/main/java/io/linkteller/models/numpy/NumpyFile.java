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
 * Reads and writes NumPy's files of numbers: single arrays ({@code .npy}) and archives of them
 * ({@code .npz}). Integers, floating point numbers and truth values of any width and either order
 * are read, in version 1 of the format: NumPy writes later versions for arrays of records only.
 * Whatever a damaged header claims, no more memory is taken than the file can account for, and an
 * archive's checksums are compared.
 */
public final class NumpyFile {

  private static final String SUFFIX = ".npy";

  /** Magic string, version, and the length of the header. */
  private static final int PREFIX = 10;

  /** No stream of DEFLATE grows by more. */
  private static final long MAX_INFLATION = 1032;

  private NumpyFile() {}

  /**
   * Reads an {@code .npy} file.
   *
   * @param file the file
   * @return its numbers
   * @throws NumpyFormatException if it is not such a file, or not of exactly the size its header
   *     claims
   * @throws UncheckedIOException if it can't be read
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
   * Reads some arrays of an {@code .npz} archive.
   *
   * @param file the archive
   * @param names the arrays to read, without {@code .npy}
   * @return the arrays by name, in the order asked for
   * @throws NumpyFormatException if it is not such an archive, if an entry is missing, damaged or
   *     not of numbers
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
   * Returns what an {@code .npz} archive holds.
   *
   * @param file the archive
   * @return the names of its entries in their order, without {@code .npy}
   * @throws NumpyFormatException if it is not such an archive, or an entry is not an {@code .npy}
   *     file
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
   * Reads a text of an {@code .npz} archive.
   *
   * @param file the archive
   * @param name the text, without {@code .npy}
   * @return the text, up to the first zero
   * @throws NumpyFormatException if it is not such an archive, or the entry is missing, damaged or
   *     not one text
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
                "entry " + entry.getName() + " is not a readable text: " + why(e), e);
          }
        });
    return text.toString();
  }

  /** One text of bytes, as written here, or of Python's characters, of four bytes each. */
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
    // The library that writes texts ends them with a zero that it does not count.
    if (dict.dimensions() != 0 || claimed > bytes.length - from) {
      throw new NumpyFormatException(
          "claims a text of " + claimed + " bytes but has " + (bytes.length - from));
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

  /** Fills rows of a matrix that is written without being held. */
  @FunctionalInterface
  public interface RowSource {

    /**
     * Fills a row.
     *
     * @param row in [0, rows)
     * @param values where to, as long as there are columns; holds what the call before left there
     */
    void fill(int row, double[] values);
  }

  /**
   * Writes an {@code .npy} file of doubles, row by row, whole or not at all; what stood there is
   * replaced.
   *
   * @param file where to
   * @param rows the number of rows
   * @param cols the number of columns
   * @param source gives the rows, asked once for each in ascending order
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

  /** What is done with an open archive. */
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
   * A damaged header must not make the reader allocate more than there is.
   *
   * @throws NumpyFormatException if the header does not claim exactly {@code size} bytes
   */
  private static NpyHeader requireSize(InputStream bytes, long size) throws IOException {
    NpyHeader header = header(bytes, size);
    NpyHeaderDict dict = header.dict();
    NpyDataType type = dict.dataType();
    if (type == NpyDataType.S || type == NpyDataType.U) {
      throw new NumpyFormatException("is text, not numbers");
    }
    double claimed = type.size();
    for (int i = 0; i < dict.dimensions(); i++) {
      if (dict.sizeOfDimension(i) < 0) {
        throw new NumpyFormatException("claims a dimension of " + dict.sizeOfDimension(i));
      }
      claimed *= dict.sizeOfDimension(i);
    }
    double held = size - (double) header.dataOffset();
    if (claimed != held) {
      throw new NumpyFormatException(
          "claims " + (long) claimed + " bytes of numbers but has " + (long) held);
    }
    if (claimed / type.size() > Integer.MAX_VALUE - 8) {
      throw new NumpyFormatException(
          "has " + (long) (claimed / type.size()) + " numbers, more than an array can hold");
    }
    return header;
  }

  /** The library misreads numbers of 16 bits: it takes 1 for 1.0001219511032104. */
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
          "is of version "
              + prefix[6]
              + " of the format; NumPy writes arrays of numbers in version 1");
    }
    return NpyHeader.read(Channels.newChannel(bytes));
  }

  private static NumpyArray read(NpyArray<?> array) {
    return NumpyArray.of(array.shape(), array.asDoubleArray().data(), array.hasColumnOrder());
  }

  private static NumpyFormatException unreadable(Exception cause) {
    return new NumpyFormatException("is not a readable array of numbers: " + why(cause), cause);
  }

  /** What went wrong, in words; the name of the exception only where it comes without any. */
  private static String why(Exception cause) {
    return Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
  }
}
