package io.linkteller.models.numpy;

import io.linkteller.file.ReadingBudget;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Reads numeric NumPy files: single arrays ({@code .npy}) and archives ({@code .npz}). Integers,
 * floating-point numbers and booleans of any width, byte order and memory order are supported in
 * versions 1 to 3 of the format. The checksums of archives are verified.
 *
 * <p>Arrays are stored as doubles, which take 8 bytes per element, or twice that while a
 * column-major array is being read. A file whose arrays together need more than a third of the free
 * heap is rejected.
 */
public final class NumpyFile {

  private static final String SUFFIX = ".npy";

  /** The size of read buffers, in bytes. */
  private static final int CHUNK = 1 << 13;

  /** The maximum number of entries that a message lists. */
  private static final int MAX_LISTED = 20;

  /** Slightly below the maximum length of an array in Java. */
  private static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

  /**
   * The memory, in bytes, that is charged for an archive entry in addition to its name and
   * elements.
   */
  private static final int ENTRY = 512;

  /**
   * The memory, in bytes, that is charged per byte of text: for the bytes, the string and the
   * substring that is returned.
   */
  private static final int TEXT = 8;

  private NumpyFile() {}

  /**
   * Reads an {@code .npy} file.
   *
   * @param file the file
   * @return the array
   * @throws NumpyFormatException if the file is not an {@code .npy} file or its size does not match
   *     its header
   * @throws UncheckedIOException if the file cannot be read
   */
  public static NumpyArray readArray(Path file) {
    try (InputStream bytes = new BufferedInputStream(Files.newInputStream(file), CHUNK)) {
      return read(bytes, Files.size(file), budget());
    } catch (NoSuchFileException e) {
      throw new NumpyFormatException("there is no such file", e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": " + e, e);
    }
  }

  /**
   * Reads given arrays of an {@code .npz} archive.
   *
   * @param file the archive
   * @param names the arrays to read, without {@code .npy}
   * @return the arrays by name, in the order of {@code names}
   * @throws NumpyFormatException if the file is not an {@code .npz} archive, or an entry is
   *     missing, damaged or not numeric
   */
  public static Map<String, NumpyArray> readArchive(Path file, List<String> names) {
    Map<String, NumpyArray> arrays = new LinkedHashMap<>();
    inArchive(
        file,
        (zip, budget) -> {
          for (String name : names) {
            ZipEntry entry = entry(zip, name, budget);
            arrays.put(name, inEntry(zip, entry, in -> read(in, entry.getSize(), budget)));
          }
        });
    return arrays;
  }

  /**
   * Returns the names of the arrays in an {@code .npz} archive.
   *
   * @param file the archive
   * @return the names in the order of the entries, without {@code .npy}
   * @throws NumpyFormatException if the file is not an {@code .npz} archive, or an entry is not an
   *     {@code .npy} file
   */
  public static List<String> names(Path file) {
    List<String> names = new ArrayList<>();
    inArchive(
        file,
        (zip, budget) ->
            zip.stream()
                .forEach(
                    entry -> {
                      String name = entry.getName();
                      budget.take(ENTRY + (long) TEXT * name.length());
                      if (!name.endsWith(SUFFIX)) {
                        throw new NumpyFormatException(
                            "entry "
                                + name
                                + " is not an .npy array"
                                + (name.endsWith("/data.pkl")
                                    ? "; this is a PyTorch file: save each tensor as an array,"
                                        + " numpy.save(file, tensor.numpy())"
                                    : ""));
                      }
                      names.add(name.substring(0, name.length() - SUFFIX.length()));
                    }));
    return names;
  }

  /**
   * Returns the numbers of elements of given arrays in an {@code .npz} archive, according to their
   * headers.
   *
   * @param file the archive
   * @param names the arrays, without {@code .npy}
   * @return the numbers of elements by name; arrays that cannot be read as numbers are omitted
   * @throws NumpyFormatException if the file is not an {@code .npz} archive
   */
  public static Map<String, Long> sizes(Path file, List<String> names) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    inArchive(
        file,
        (zip, budget) -> {
          for (String name : names) {
            try (InputStream in = zip.getInputStream(entry(zip, name, budget))) {
              NumpyHeader header = NumpyHeader.read(in);
              if (!header.isText() && header.count().bitLength() < Long.SIZE) {
                sizes.put(name, header.count().longValueExact());
              }
            } catch (NumpyFormatException | IOException e) {
              // The error is reported when the array is read.
            }
          }
        });
    return sizes;
  }

  /**
   * Reads a string from an {@code .npz} archive.
   *
   * @param file the archive
   * @param name the name of the entry, without {@code .npy}
   * @return the string, up to the first zero character
   * @throws NumpyFormatException if the file is not an {@code .npz} archive, or the entry is
   *     missing, damaged or not a single string
   */
  public static String readText(Path file, String name) {
    StringBuilder text = new StringBuilder();
    inArchive(
        file,
        (zip, budget) -> {
          ZipEntry entry = entry(zip, name, budget);
          String read = inEntry(zip, entry, in -> text(in, entry.getSize(), budget));
          text.append(read);
        });
    return text.toString();
  }

  /**
   * Decodes a byte string, as written by this library, or a Python string with four bytes per
   * character.
   */
  private static String text(InputStream in, long size, ReadingBudget budget) throws IOException {
    NumpyHeader header = NumpyHeader.read(in);
    if (!header.isText()) {
      throw new NumpyFormatException("is not text");
    }
    Charset charset =
        header.kind() == 'S'
            ? StandardCharsets.UTF_8
            : Charset.forName(header.order() == ByteOrder.BIG_ENDIAN ? "UTF-32BE" : "UTF-32LE");
    long held = size - header.size();
    long claimed = (header.kind() == 'U' ? 4L : 1L) * header.width();
    // Files written by earlier versions end with a zero byte that the header does not count.
    if (!header.lengths().isEmpty() || claimed > held) {
      throw new NumpyFormatException(
          "claims a single string of " + claimed + " bytes but has " + held);
    }
    budget.take(TEXT * held);
    if (held > MAX_ARRAY_LENGTH) {
      throw new NumpyFormatException("has " + held + " bytes of text");
    }
    String text = new String(in.readNBytes((int) held), charset);
    int end = text.indexOf('\0');
    return end < 0 ? text : text.substring(0, end);
  }

  private static ReadingBudget budget() {
    return ReadingBudget.of(NumpyFormatException::new);
  }

  private static ZipEntry entry(ZipFile zip, String name, ReadingBudget budget) {
    budget.take(ENTRY + (long) TEXT * name.length());
    ZipEntry entry = zip.getEntry(name + SUFFIX);
    if (entry == null) {
      throw new NumpyFormatException(
          "entry "
              + name
              + SUFFIX
              + " is missing; there are "
              + zip.stream().map(ZipEntry::getName).limit(MAX_LISTED).toList());
    }
    return entry;
  }

  /** An operation on an open archive. */
  @FunctionalInterface
  private interface ArchiveReader {
    void read(ZipFile zip, ReadingBudget budget) throws IOException;
  }

  private static void inArchive(Path file, ArchiveReader reader) {
    ReadingBudget budget = budget();
    try (ZipFile zip = budget.openZip(file)) {
      reader.read(zip, budget);
    } catch (NumpyFormatException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new NumpyFormatException("not a readable .npz archive: " + why(e), e);
    }
  }

  /** Reads the contents of an entry. */
  @FunctionalInterface
  private interface EntryReader<T> {
    T read(InputStream in) throws IOException;
  }

  private static <T> T inEntry(ZipFile zip, ZipEntry entry, EntryReader<T> reader) {
    try (InputStream inflated = zip.getInputStream(entry)) {
      CheckedInputStream checked = new CheckedInputStream(inflated, new CRC32());
      T read;
      try {
        read = reader.read(checked);
      } catch (NumpyFormatException e) {
        // An unexpected header may be due to damage, which is then reported instead.
        requireIntact(checked, entry);
        throw e;
      }
      requireIntact(checked, entry);
      return read;
    } catch (NumpyFormatException e) {
      throw new NumpyFormatException("entry " + entry.getName() + " " + e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      throw new NumpyFormatException("entry " + entry.getName() + " is not readable: " + why(e), e);
    }
  }

  /** Reads the rest of an entry and verifies its checksum. */
  private static void requireIntact(CheckedInputStream in, ZipEntry entry) throws IOException {
    byte[] rest = new byte[CHUNK];
    while (in.read(rest) >= 0) {
      // Reading updates the checksum.
    }
    if (in.getChecksum().getValue() != entry.getCrc()) {
      throw new NumpyFormatException("is damaged: its checksum is wrong");
    }
  }

  /**
   * Reads an array.
   *
   * @param in the array, starting with its header
   * @param size the number of bytes of the array, including its header
   * @param budget the memory that is left for arrays of the file
   */
  private static NumpyArray read(InputStream in, long size, ReadingBudget budget)
      throws IOException {
    NumpyHeader header = NumpyHeader.read(in);
    if (header.isText()) {
      throw new NumpyFormatException("is text, not numbers");
    }
    BigInteger claimed = header.count().multiply(BigInteger.valueOf(header.width()));
    long held = size - header.size();
    if (!claimed.equals(BigInteger.valueOf(held))) {
      throw new NumpyFormatException("claims " + claimed + " bytes of data but has " + held);
    }
    int[] shape = header.shape();
    long count = held / header.width();
    if (count > MAX_ARRAY_LENGTH) {
      throw new NumpyFormatException("has " + count + " elements, more than a Java array can hold");
    }
    budget.take(count * Double.BYTES * (header.columnsFirst() ? 2 : 1));
    return NumpyArray.of(shape, numbers(in, header, (int) count), header.columnsFirst());
  }

  private static double[] numbers(InputStream in, NumpyHeader header, int count)
      throws IOException {
    double[] values = new double[count];
    int width = header.width();
    ByteBuffer bytes = ByteBuffer.allocate(CHUNK).order(header.order());
    for (int done = 0; done < count; ) {
      int now = Math.min(count - done, CHUNK / width);
      if (in.readNBytes(bytes.array(), 0, now * width) < now * width) {
        throw new NumpyFormatException("ends after " + done + " of " + count + " elements");
      }
      for (int i = 0; i < now; i++) {
        values[done + i] = number(header.kind(), width, bytes, i * width);
      }
      done += now;
    }
    return values;
  }

  private static double number(char kind, int width, ByteBuffer bytes, int at) {
    if (kind == 'f') {
      return switch (width) {
        case Short.BYTES -> HalfPrecision.toDouble(bytes.getShort(at));
        case Float.BYTES -> bytes.getFloat(at);
        default -> bytes.getDouble(at);
      };
    }
    if (kind == 'b') {
      return bytes.get(at) == 0 ? 0 : 1;
    }
    boolean unsigned = kind == 'u';
    return switch (width) {
      case Byte.BYTES -> unsigned ? Byte.toUnsignedInt(bytes.get(at)) : bytes.get(at);
      case Short.BYTES -> unsigned ? Short.toUnsignedInt(bytes.getShort(at)) : bytes.getShort(at);
      case Integer.BYTES -> unsigned ? Integer.toUnsignedLong(bytes.getInt(at)) : bytes.getInt(at);
      default -> unsigned ? unsigned(bytes.getLong(at)) : bytes.getLong(at);
    };
  }

  private static double unsigned(long bits) {
    // The lowest bit is kept so that the result is rounded to the nearest double.
    return bits >= 0 ? bits : (double) ((bits >>> 1) | (bits & 1)) * 2;
  }

  /** Returns the message of an exception, or the name of its class if it has no message. */
  private static String why(Exception cause) {
    return Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
  }
}
