package io.linkteller.models.numpy;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header of an {@code .npy} array: a Python dictionary with the entries {@code descr}, {@code
 * fortran_order} and {@code shape}. Lengths of any size are read exactly.
 *
 * @param kind the letter of the type: b, i, u and f are numeric, S and U are text
 * @param width the number of bytes per element, or of characters if the elements are text
 * @param order the byte order
 * @param columnsFirst whether the elements are in column-major order
 * @param lengths the length of each dimension
 * @param size the number of bytes of the header itself
 */
record NumpyHeader(
    char kind,
    int width,
    ByteOrder order,
    boolean columnsFirst,
    List<BigInteger> lengths,
    int size) {

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  /** The number of bytes of the magic string, the version and the header length. */
  private static final int PREFIX = 10;

  /** NumPy aligns elements to multiples of this number of bytes. */
  private static final int ALIGNMENT = 64;

  /** NumPy's own limit. */
  private static final int MAX_DIMENSIONS = 64;

  private static final Pattern ENTRY =
      Pattern.compile(
          "\\s*'(descr|fortran_order|shape)'\\s*:\\s*('[^']*'|True|False|\\([^()]*\\))");

  private static final Pattern TYPE = Pattern.compile("'([<>|=]?)([biufSU])(\\d{1,9})'");
  private static final Pattern LENGTH = Pattern.compile("\\s*(-?\\d{1,30})L?\\s*");

  /**
   * Reads a header and leaves the stream at the first element.
   *
   * @throws NumpyFormatException if the stream does not begin with a header
   */
  static NumpyHeader read(InputStream in) throws IOException {
    byte[] prefix = in.readNBytes(PREFIX);
    if (prefix.length < PREFIX) {
      throw new NumpyFormatException("is too short for an .npy array: " + prefix.length + " bytes");
    }
    if (!ByteBuffer.wrap(prefix, 0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))) {
      throw new NumpyFormatException(
          prefix[0] == 'P' && prefix[1] == 'K'
              ? "is an .npz archive, not an .npy array; an archive with features, edges and labels"
                  + " is read as a whole"
              : "is not an .npy array");
    }
    // The header length takes two bytes in version 1, and four in versions 2 and 3.
    int version = prefix[MAGIC.length];
    if (version < 1 || version > 3) {
      throw new NumpyFormatException(
          "has format version " + version + "; only versions 1 to 3 are supported");
    }
    ByteBuffer rest = ByteBuffer.wrap(prefix).order(ByteOrder.LITTLE_ENDIAN);
    int length = rest.getShort(PREFIX - Short.BYTES) & 0xffff;
    byte[] high = in.readNBytes(version == 1 ? 0 : Short.BYTES);
    if (high.length == Short.BYTES && (high[0] != 0 || high[1] != 0)) {
      throw new NumpyFormatException("claims a header of more than 65,535 bytes");
    }
    byte[] text = in.readNBytes(length);
    if (text.length < length) {
      throw new NumpyFormatException(
          "claims a header of " + length + " bytes but has " + text.length);
    }
    return parse(
        new String(text, StandardCharsets.ISO_8859_1).strip(), PREFIX + high.length + length);
  }

  /**
   * Returns the header of an array to be written, in version 1 of the format, little-endian and
   * row-major.
   *
   * @param type the letter of the type and the number of bytes per element, such as {@code f8}
   * @param lengths the length of each dimension
   */
  static byte[] of(String type, int... lengths) {
    String shape = Arrays.stream(lengths).mapToObj(Integer::toString).collect(joining(", "));
    String text =
        "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }"
            .formatted(
                (type.startsWith("S") ? "|" : "<") + type,
                lengths.length == 1 ? shape + "," : shape);
    // The format requires a line feed at the end. Elements begin at a multiple of 64 bytes.
    int size = (PREFIX + text.length() + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
    ByteBuffer header = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    header.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) (size - PREFIX));
    header.put(text.getBytes(StandardCharsets.US_ASCII));
    while (header.position() < size - 1) {
      header.put((byte) ' ');
    }
    return header.put((byte) '\n').array();
  }

  private static NumpyHeader parse(String text, int size) {
    if (!text.startsWith("{") || !text.endsWith("}")) {
      throw new NumpyFormatException("has a header that is not a dictionary");
    }
    Map<String, String> entries = new HashMap<>();
    Matcher entry = ENTRY.matcher(text).region(1, text.length() - 1);
    int end = 1;
    while (entry.lookingAt()) {
      entries.put(entry.group(1), entry.group(2));
      end = entry.end();
      if (text.charAt(end) != ',') {
        break;
      }
      entry.region(++end, text.length() - 1);
    }
    if (!text.substring(end, text.length() - 1).isBlank() || entries.size() < 3) {
      throw new NumpyFormatException(
          "has a header without readable entries descr, fortran_order and shape");
    }
    Matcher type = TYPE.matcher(entries.getOrDefault("descr", ""));
    if (!type.matches() || !isSupported(type.group(2).charAt(0), type.group(3))) {
      throw new NumpyFormatException(
          "has elements of type "
              + entries.get("descr")
              + "; only integers, floating-point numbers and booleans are supported; convert a"
              + " sparse matrix with .toarray()");
    }
    return new NumpyHeader(
        type.group(2).charAt(0),
        Integer.parseInt(type.group(3)),
        orderOf(type.group(1)),
        "True".equals(entries.get("fortran_order")),
        lengthsOf(entries.getOrDefault("shape", "")),
        size);
  }

  private static boolean isSupported(char kind, String width) {
    return switch (kind) {
      case 'b' -> width.equals("1");
      case 'i', 'u' -> width.matches("[1248]");
      case 'f' -> width.matches("[248]");
      default -> true;
    };
  }

  private static ByteOrder orderOf(String symbol) {
    return switch (symbol) {
      case ">" -> ByteOrder.BIG_ENDIAN;
      case "=" -> ByteOrder.nativeOrder();
      default -> ByteOrder.LITTLE_ENDIAN;
    };
  }

  private static List<BigInteger> lengthsOf(String tuple) {
    if (!tuple.startsWith("(")) {
      throw new NumpyFormatException("has a shape that is not a tuple");
    }
    String inside = tuple.substring(1, tuple.length() - 1).strip();
    // A tuple with one element ends with a comma.
    String listed = inside.endsWith(",") ? inside.substring(0, inside.length() - 1) : inside;
    if (listed.isBlank()) {
      return List.of();
    }
    String[] parts = listed.split(",", -1);
    if (parts.length > MAX_DIMENSIONS) {
      throw new NumpyFormatException("has " + parts.length + " dimensions");
    }
    List<BigInteger> lengths = new ArrayList<>();
    for (String part : parts) {
      Matcher match = LENGTH.matcher(part);
      if (!match.matches()) {
        throw new NumpyFormatException("has a shape that is not a tuple of integers");
      }
      BigInteger length = new BigInteger(match.group(1));
      if (length.signum() < 0) {
        throw new NumpyFormatException("claims a dimension of length " + length);
      }
      lengths.add(length);
    }
    return lengths;
  }

  boolean isText() {
    return kind == 'S' || kind == 'U';
  }

  /** Returns the number of elements. */
  BigInteger count() {
    return lengths.stream().reduce(BigInteger.ONE, BigInteger::multiply);
  }

  /**
   * Returns the length of each dimension.
   *
   * @throws NumpyFormatException if a length does not fit in an int
   */
  int[] shape() {
    for (BigInteger length : lengths) {
      if (length.bitLength() >= Integer.SIZE) {
        throw new NumpyFormatException(
            "has a dimension of length " + length + ", more than a Java array can hold");
      }
    }
    return lengths.stream().mapToInt(BigInteger::intValueExact).toArray();
  }
}
