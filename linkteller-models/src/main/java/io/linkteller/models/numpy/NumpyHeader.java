package io.linkteller.models.numpy;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header of an {@code .npy} array: a Python dictionary with the entries {@code descr}, {@code
 * fortran_order} and {@code shape}. Lengths are read exactly, whatever their size.
 */
final class NumpyHeader {

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  /** The number of bytes of magic string, version and header length. */
  private static final int PREFIX = 10;

  /** NumPy's own limit. */
  private static final int MOST_DIMENSIONS = 64;

  private static final Pattern ENTRY =
      Pattern.compile(
          "\\s*'(descr|fortran_order|shape)'\\s*:\\s*('[^']*'|True|False|\\([^()]*\\))");

  private static final Pattern TYPE = Pattern.compile("'([<>|=]?)([biufSU])(\\d{1,9})'");
  private static final Pattern LENGTH = Pattern.compile("\\s*(-?\\d{1,30})L?\\s*");

  private final char kind;
  private final int width;
  private final ByteOrder order;
  private final boolean columnsFirst;
  private final BigInteger[] shape;

  private NumpyHeader(
      char kind, int width, ByteOrder order, boolean columnsFirst, BigInteger[] shape) {
    this.kind = kind;
    this.width = width;
    this.order = order;
    this.columnsFirst = columnsFirst;
    this.shape = shape;
  }

  /**
   * Reads a header up to its end.
   *
   * @throws NumpyFormatException if the stream does not begin with a header of version 1
   */
  static NumpyHeader read(InputStream in) throws IOException {
    byte[] prefix = in.readNBytes(PREFIX);
    if (prefix.length < PREFIX) {
      throw new NumpyFormatException("is too short for an .npy array: " + prefix.length + " bytes");
    }
    if (!ByteBuffer.wrap(prefix, 0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))) {
      throw new NumpyFormatException(
          prefix[0] == 'P' && prefix[1] == 'K'
              ? "is an .npz archive, not an .npy array; --arrays reads features, edges and labels"
                  + " from one archive"
              : "is not an .npy array");
    }
    if (prefix[MAGIC.length] != 1) {
      throw new NumpyFormatException(
          "has format version "
              + prefix[MAGIC.length]
              + "; only version 1 is supported, in which NumPy writes all numeric arrays");
    }
    int length =
        ByteBuffer.wrap(prefix).order(ByteOrder.LITTLE_ENDIAN).getShort(PREFIX - Short.BYTES)
            & 0xffff;
    byte[] text = in.readNBytes(length);
    if (text.length < length) {
      throw new NumpyFormatException(
          "claims a header of " + length + " bytes but has " + text.length);
    }
    return parse(new String(text, StandardCharsets.ISO_8859_1).strip());
  }

  private static NumpyHeader parse(String text) {
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
              + "; only integers, floating-point numbers and booleans are supported");
    }
    return new NumpyHeader(
        type.group(2).charAt(0),
        Integer.parseInt(type.group(3)),
        orderOf(type.group(1)),
        "True".equals(entries.get("fortran_order")),
        shapeOf(entries.getOrDefault("shape", "")));
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

  private static BigInteger[] shapeOf(String tuple) {
    if (!tuple.startsWith("(")) {
      throw new NumpyFormatException("has a shape that is not a tuple");
    }
    String inside = tuple.substring(1, tuple.length() - 1).strip();
    // A tuple of one length ends with a comma.
    String lengths = inside.endsWith(",") ? inside.substring(0, inside.length() - 1) : inside;
    if (lengths.isBlank()) {
      return new BigInteger[0];
    }
    String[] parts = lengths.split(",", -1);
    if (parts.length > MOST_DIMENSIONS) {
      throw new NumpyFormatException("has " + parts.length + " dimensions");
    }
    BigInteger[] shape = new BigInteger[parts.length];
    for (int i = 0; i < shape.length; i++) {
      Matcher length = LENGTH.matcher(parts[i]);
      if (!length.matches()) {
        throw new NumpyFormatException("has a shape that is not a tuple of integers");
      }
      shape[i] = new BigInteger(length.group(1));
      if (shape[i].signum() < 0) {
        throw new NumpyFormatException("claims a dimension of length " + shape[i]);
      }
    }
    return shape;
  }

  /** The letter of the type: b, i, u and f are numeric, S and U are text. */
  char kind() {
    return kind;
  }

  boolean isText() {
    return kind == 'S' || kind == 'U';
  }

  /** The number of bytes of an element; of characters for text. */
  int width() {
    return width;
  }

  ByteOrder order() {
    return order;
  }

  boolean columnsFirst() {
    return columnsFirst;
  }

  int dimensions() {
    return shape.length;
  }

  /** The number of elements. */
  BigInteger count() {
    BigInteger count = BigInteger.ONE;
    for (BigInteger length : shape) {
      count = count.multiply(length);
    }
    return count;
  }

  /**
   * The length of each dimension.
   *
   * @throws NumpyFormatException if one is not an int
   */
  int[] shape() {
    int[] lengths = new int[shape.length];
    for (int i = 0; i < lengths.length; i++) {
      if (shape[i].bitLength() >= Integer.SIZE) {
        throw new NumpyFormatException(
            "has a dimension of length " + shape[i] + ", more than a Java array can hold");
      }
      lengths[i] = shape[i].intValueExact();
    }
    return lengths;
  }
}
