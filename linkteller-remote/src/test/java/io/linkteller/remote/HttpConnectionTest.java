package io.linkteller.remote;

import static io.linkteller.testing.Refusal.assertRefusal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class HttpConnectionTest {

  private static byte[] packed(byte[] body) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(body);
    }
    return packed.toByteArray();
  }

  @Test
  void bodiesOfAllSizesAreUnpacked() throws IOException {
    for (int size : new int[] {0, 1, 65_536, 1 << 20, (1 << 20) + 1, 3_000_001}) {
      byte[] body = new byte[size];
      new SplittableRandom(size).nextBytes(body);
      assertArrayEquals(body, HttpConnection.unpacked(packed(body), bytes -> true));
    }
  }

  /** Compression reduces zeros to a thousandth. */
  @Test
  void aBodyTooLargeForMemoryIsRefusedWhileUnpacking() throws IOException {
    byte[] bomb = packed(new byte[100 << 20]);
    assertTrue(bomb.length < 200_000, () -> bomb.length + " bytes");
    long[] asked = new long[1];
    assertRefusal(
        IOException.class,
        "it unpacks to more than 8 MB, for which there is no memory",
        () ->
            HttpConnection.unpacked(
                bomb,
                bytes -> {
                  asked[0] = bytes;
                  return bytes < 32 << 20;
                }));
    assertEquals(6L * (8 << 20), asked[0]);
  }

  @Test
  void aDamagedBodyIsRefused() throws IOException {
    byte[] body = packed(new byte[1000]);
    assertThrows(
        IOException.class,
        () -> HttpConnection.unpacked(Arrays.copyOf(body, body.length - 9), bytes -> true));
    assertThrows(IOException.class, () -> HttpConnection.unpacked(new byte[3], bytes -> true));
  }
}
