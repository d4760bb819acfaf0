package io.linkteller.dp.session;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.LongBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.stream.LongStream;
import javax.crypto.Mac;

/**
 * Keyed hashes of the identifiers of nodes, to count the nodes that two graphs share without
 * storing identifiers: the first eight bytes of an HMAC. Without the key they reveal the numbers of
 * nodes and of shared nodes only. Immutable.
 */
final class NodePrints {

  /** Ascending, distinct. */
  private final long[] prints;

  private NodePrints(long[] values) {
    Arrays.sort(values);
    this.prints = Arrays.stream(values).distinct().toArray();
  }

  static NodePrints of(Collection<String> identifiers, byte[] key) {
    Mac mac = LedgerKey.hmac(key);
    return new NodePrints(
        identifiers.stream()
            .mapToLong(name -> ByteBuffer.wrap(mac.doFinal(bytesOf(name))).getLong())
            .toArray());
  }

  /**
   * Returns the bytes of a name. Unpaired surrogates, all of which Java encodes as question marks,
   * would make different names one.
   *
   * @throws IllegalArgumentException if the name is no Unicode text
   */
  static byte[] bytesOf(String name) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "a name of a node or a part has half of a surrogate pair and is no Unicode text", e);
    }
  }

  /** Returns the number of common hashes, O(size + other's size). */
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
