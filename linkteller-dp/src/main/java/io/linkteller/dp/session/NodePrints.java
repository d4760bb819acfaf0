package io.linkteller.dp.session;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.LongBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import javax.crypto.Mac;

/**
 * Keyed hashes of node identifiers, used to count, without storing identifiers, the nodes that two
 * graphs share. A hash is the first eight bytes of an HMAC. Without the key, the hashes reveal only
 * the numbers of nodes and of shared nodes. Immutable.
 */
final class NodePrints {

  /**
   * Control, format (including the byte order mark) and unassigned characters, spaces other than
   * U+0020, variation selectors, fillers and other invisible characters.
   */
  private static final Pattern HIDDEN =
      Pattern.compile(
          "[\\p{Cc}\\p{Cf}\\p{Cn}\\p{Z}&&[^ ]]|[\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u3164"
              + "\\u2800\\uFE00-\\uFE0F\\uFFA0]|[\\x{1D159}\\x{16FE4}\\x{E0000}-\\x{E0FFF}]");

  /** Ascending, distinct. */
  private final long[] prints;

  private NodePrints(long[] values) {
    Arrays.sort(values);
    this.prints = Arrays.stream(values).distinct().toArray();
  }

  /**
   * Returns identifiers in the Unicode normalization form NFKC, which is the same for all normal
   * forms of a string, because identifiers that look alike must not count as two nodes.
   *
   * @throws IllegalArgumentException if one is empty, has leading or trailing blanks, or contains
   *     hidden characters
   */
  static List<String> normal(List<String> identifiers) {
    for (int node = 0; node < identifiers.size(); node++) {
      String name = identifiers.get(node);
      if (name.isEmpty() || !name.equals(name.strip()) || HIDDEN.matcher(name).find()) {
        throw new IllegalArgumentException(
            ("the identifier of node %s is empty, has leading or trailing blanks, or contains"
                    + " hidden characters")
                .formatted(node));
      }
    }
    return identifiers.stream().map(name -> Normalizer.normalize(name, Form.NFKC)).toList();
  }

  static NodePrints of(Collection<String> identifiers, byte[] key) {
    Mac mac = LedgerKey.hmac(key);
    return new NodePrints(
        identifiers.stream()
            .mapToLong(name -> ByteBuffer.wrap(mac.doFinal(bytesOf(name))).getLong())
            .toArray());
  }

  /**
   * Returns the bytes of a name. Java encodes all unpaired surrogates as question marks, which
   * would make different names equal.
   *
   * @throws IllegalArgumentException if the name is not Unicode text
   */
  static byte[] bytesOf(String name) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "the name of a node or part has an unpaired surrogate, so it is not Unicode text", e);
    }
  }

  /** Returns the number of common hashes, in O(size + other's size). */
  int common(NodePrints other) {
    int common = 0;
    for (int i = 0, j = 0; i < prints.length && j < other.prints.length; ) {
      int order = Long.compare(prints[i], other.prints[j]);
      common += order == 0 ? 1 : 0;
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return common;
  }

  NodePrints union(NodePrints other) {
    return new NodePrints(
        LongStream.concat(Arrays.stream(prints), Arrays.stream(other.prints)).toArray());
  }

  String encoded() {
    ByteBuffer bytes = ByteBuffer.allocate(prints.length * Long.BYTES);
    bytes.asLongBuffer().put(prints);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  static NodePrints decoded(String text) {
    LongBuffer longs = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text)).asLongBuffer();
    long[] prints = new long[longs.remaining()];
    longs.get(prints);
    return new NodePrints(prints);
  }
}
