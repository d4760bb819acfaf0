package io.linkteller.dp.ledger;

import io.linkteller.graph.Graph;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keyed fingerprints of a graph's edges, for comparing graphs without storing them: the first eight
 * bytes of the pair of nodes under AES. Without the key they reveal the numbers of edges and of
 * common edges only. Immutable.
 */
final class EdgePrints {

  static final EdgePrints NONE = new EdgePrints(new long[0]);

  private static final int BLOCK = 16;
  private static final int BATCH = 1 << 12;

  /** Ascending, distinct. */
  private final long[] prints;

  private EdgePrints(long[] prints) {
    this.prints = prints;
  }

  /** Computes the fingerprints of all edges, O(|E| log |E|). */
  static EdgePrints of(Graph graph, byte[] key) {
    Cipher cipher = cipher(key);
    long[] prints = new long[graph.edgeCount()];
    ByteBuffer plain = ByteBuffer.allocate(BATCH * BLOCK);
    int[] size = new int[1];
    graph.forEachEdge(
        (u, v) -> {
          plain.putLong(u).putLong(v);
          if (!plain.hasRemaining()) {
            size[0] = encrypt(cipher, plain, prints, size[0]);
          }
        });
    encrypt(cipher, plain, prints, size[0]);
    Arrays.sort(prints);
    return new EdgePrints(prints);
  }

  private static Cipher cipher(byte[] key) {
    try {
      Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
      return cipher;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime offers no AES-256", e);
    }
  }

  private static int encrypt(Cipher cipher, ByteBuffer plain, long[] prints, int from) {
    ByteBuffer coded = ByteBuffer.allocate(plain.position());
    try {
      cipher.doFinal(plain.flip(), coded);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the cipher failed", e);
    }
    int to = from + coded.flip().remaining() / BLOCK;
    for (int i = from; i < to; i++) {
      prints[i] = coded.getLong((i - from) * BLOCK);
    }
    plain.clear();
    return to;
  }

  int size() {
    return prints.length;
  }

  /** Returns the number of common fingerprints, O(size + other's size). */
  int common(EdgePrints other) {
    int common = 0;
    for (int i = 0, j = 0; i < prints.length && j < other.prints.length; ) {
      int order = Long.compare(prints[i], other.prints[j]);
      common += order == 0 ? 1 : 0;
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return common;
  }

  EdgePrints union(EdgePrints other) {
    long[] both = Arrays.copyOf(prints, prints.length + other.prints.length);
    System.arraycopy(other.prints, 0, both, prints.length, other.prints.length);
    return distinct(both);
  }

  EdgePrints without(EdgePrints other) {
    return new EdgePrints(
        Arrays.stream(prints).filter(p -> Arrays.binarySearch(other.prints, p) < 0).toArray());
  }

  private static EdgePrints distinct(long[] values) {
    Arrays.sort(values);
    return new EdgePrints(Arrays.stream(values).distinct().toArray());
  }

  String encoded() {
    ByteBuffer bytes = ByteBuffer.allocate(prints.length * Long.BYTES);
    for (long print : prints) {
      bytes.putLong(print);
    }
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  static EdgePrints decoded(String text) {
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
    long[] prints = new long[bytes.remaining() / Long.BYTES];
    for (int i = 0; i < prints.length; i++) {
      prints[i] = bytes.getLong();
    }
    return distinct(prints);
  }
}
