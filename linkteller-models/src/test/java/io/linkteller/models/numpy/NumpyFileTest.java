package io.linkteller.models.numpy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** The files were written by NumPy 2.4 and are given in Base64. */
class NumpyFileTest {

  /** float32, column-major: [[0, .25, .5], [.75, 1, 1.25]]. */
  private static final String COLUMNS_FIRST =
      "k05VTVBZAQB2AHsnZGVzY3InOiAnPGY0JywgJ2ZvcnRyYW5fb3JkZXInOiBUcnVlLCAnc2hhcGUnOiAoMiwgMyksIH0g"
          + "ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAABA"
          + "PwAAgD4AAIA/AAAAPwAAoD8=";

  /** int64: [3, -1, 2^40]. */
  private static final String LONGS =
      "k05VTVBZAQB2AHsnZGVzY3InOiAnPGk4JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwgfSAg"
          + "ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoDAAAAAAAA"
          + "AP//////////AAAAAAABAAA=";

  /** bool in version 2 of the format: [[1, 0], [0, 1]]. */
  private static final String TRUTHS =
      "k05VTVBZAgB0AAAAeydkZXNjcic6ICd8YjEnLCAnZm9ydHJhbl9vcmRlcic6IEZhbHNlLCAnc2hhcGUnOiAoMiwgMiks"
          + "IH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoBAAAB";

  /** A single float16: 1.5. */
  private static final String SINGLE =
      "k05VTVBZAQB2AHsnZGVzY3InOiAnPGYyJywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKCksIH0gICAg"
          + "ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAPg==";

  /** int16 of shape 2 x 3 x 2, column-major: 0 to 11 in row-major order. */
  private static final String CUBE =
      "k05VTVBZAQB2AHsnZGVzY3InOiAnPGkyJywgJ2ZvcnRyYW5fb3JkZXInOiBUcnVlLCAnc2hhcGUnOiAoMiwgMywgMiks"
          + "IH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAYAAgAI"
          + "AAQACgABAAcAAwAJAAUACwA=";

  /** big-endian int32: [7, -2]. */
  private static final String BIG_ENDIAN =
      "k05VTVBZAQB2AHsnZGVzY3InOiAnPmk0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAH/////g==";

  /** Compressed: a, 50 x 3 zeros, and the text format. */
  private static final String ARCHIVE =
      "UEsDBC0AAAAIAAAAIQBtUbf6//////////8FABQAYS5ucHkBABAAMAUAAAAAAABRAAAAAAAAAJvsF+obEMnIUMZQrZ6S"
          + "WpxcpG6loG6TZqGuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GqYGOgrGmjoKtQrkAi6GUTAKRsEoGCIA"
          + "AFBLAwQtAAAACAAAACEAo8N0l///////////CgAUAGZvcm1hdC5ucHkBABAAgwAAAAAAAABFAAAAAAAAAJvsF+ob"
          + "EMnIUMZQrZ6SWpxcpG6loF4TbKyuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5Gpo6CrUKFAGu5OIiAFBL"
          + "AQItAy0AAAAIAAAAIQBtUbf6UQAAADAFAAAFAAAAAAAAAAAAAACAAQAAAABhLm5weVBLAQItAy0AAAAIAAAAIQCj"
          + "w3SXRQAAAIMAAAAKAAAAAAAAAAAAAACAAYgAAABmb3JtYXQubnB5UEsFBgAAAAACAAIAawAAAAkBAAAAAA==";

  @TempDir Path directory;

  private Path file(String base64) throws IOException {
    return Files.write(directory.resolve("file"), Base64.getDecoder().decode(base64));
  }

  private NumpyArray array(String base64) throws IOException {
    return NumpyFile.readArray(file(base64));
  }

  private static String refusal(Executable call) {
    return String.valueOf(assertThrows(NumpyFormatException.class, call).getMessage());
  }

  @Test
  void everyTypeAndOrderIsReadAsByNumPy() throws IOException {
    assertArrayEquals(
        new double[] {0, 0.25, 0.5, 0.75, 1, 1.25}, array(COLUMNS_FIRST).toMatrix().data);
    assertEquals(List.of(2, 3), array(COLUMNS_FIRST).shape());
    assertArrayEquals(new double[] {3, -1, 0x1p40}, array(LONGS).toMatrix().data);
    byte[] truths = Base64.getDecoder().decode(TRUTHS);
    Path second = Files.write(directory.resolve("second"), truths.clone());
    assertArrayEquals(new double[] {1, 0, 0, 1}, NumpyFile.readArray(second).toMatrix().data);
    // Version 1 stores the length of the header in two bytes instead of four.
    truths[6] = 1;
    byte[] older = Arrays.copyOf(truths, truths.length - 2);
    System.arraycopy(truths, 12, older, 10, truths.length - 12);
    Path file = Files.write(directory.resolve("truths"), older);
    assertArrayEquals(new double[] {1, 0, 0, 1}, NumpyFile.readArray(file).toMatrix().data);
    assertEquals(List.of(2, 2), NumpyFile.readArray(file).shape());
    assertEquals(1.5, array(SINGLE).get(0));
    assertEquals(List.of(), array(SINGLE).shape());
    assertArrayEquals(new int[] {7, -2}, array(BIG_ENDIAN).toInts());
    NumpyArray cube = array(CUBE);
    assertEquals(12, cube.size());
    for (int i = 0; i < 12; i++) {
      assertEquals(i, cube.get(i));
    }
  }

  @Test
  void requestedArraysOfAnArchiveAreRead() throws IOException {
    Path archive = file(ARCHIVE);
    assertEquals(
        List.of(50, 3),
        NumpyFile.readArchive(archive, List.of("a")).values().iterator().next().shape());
    assertEquals(
        "entry b.npy is missing; there are [a.npy, format.npy]",
        refusal(() -> NumpyFile.readArchive(archive, List.of("b"))));
    assertEquals(
        "entry format.npy is text, not numbers",
        refusal(() -> NumpyFile.readArchive(archive, List.of("format"))));
    assertEquals(List.of("a", "format"), NumpyFile.names(archive));
    assertEquals(Map.of("a", 150L), NumpyFile.sizes(archive, List.of("a", "b", "format")));
    assertEquals("csr", NumpyFile.readText(archive, "format"));
    assertEquals("entry a.npy is not text", refusal(() -> NumpyFile.readText(archive, "a")));
  }

  @Test
  void onlyVectorsOfIntegersAreConvertedToIntegers() throws IOException {
    NumpyArray matrix = array(COLUMNS_FIRST);
    NumpyArray longs = array(LONGS);
    NumpyArray cube = array(CUBE);
    assertTrue(refusal(matrix::toInts).contains("2 dimensions"));
    assertTrue(refusal(longs::toInts).contains("at [2], which is not a 32-bit integer"));
    assertTrue(refusal(cube::toMatrix).contains("3 dimensions"));
  }

  @Test
  void writtenArchivesAreReadBackAndTheirBytesAreReproducible() throws IOException {
    Path archive = directory.resolve("a.npz");
    byte[] first = new byte[0];
    for (int time = 0; time < 2; time++) {
      new NumpyArchiveWriter()
          .add("m", new DMatrixRMaj(new double[][] {{1, 2}, {3, Math.PI}}))
          .add("v", new double[] {0.5})
          .add("i", new int[] {-7, 8})
          .write(archive);
      first = time == 0 ? Files.readAllBytes(archive) : first;
    }
    assertArrayEquals(first, Files.readAllBytes(archive));
    Map<String, NumpyArray> read = NumpyFile.readArchive(archive, NumpyFile.names(archive));
    assertEquals(List.of("m", "v", "i"), List.copyOf(read.keySet()));
    assertArrayEquals(
        new double[] {1, 2, 3, Math.PI}, read.getOrDefault("m", array(SINGLE)).toMatrix().data);
    assertArrayEquals(new int[] {-7, 8}, read.getOrDefault("i", array(SINGLE)).toInts());
  }

  @Test
  void headersThatClaimTooMuchAreRejectedBeforeMemoryIsAllocated() throws IOException {
    String text = new String(Base64.getDecoder().decode(LONGS), StandardCharsets.ISO_8859_1);
    for (String claim : new String[] {"(2,)", "(4,)", "(2000000000,)", "(99999, 99999)"}) {
      String padding = " ".repeat(40);
      String claimed =
          text.replace(
              "(3,), }" + padding, ("(3,), }" + padding).replace("(3,)", claim).substring(0, 47));
      Path file =
          Files.writeString(directory.resolve("file"), claimed, StandardCharsets.ISO_8859_1);
      assertTrue(refusal(() -> NumpyFile.readArray(file)).contains("claims"), claim);
    }
  }

  /** Regression: a length of 2^32 + 3 was read as 3. */
  @Test
  void lengthsBeyondAnIntAreNotTruncated() throws IOException {
    String text =
        new String(Base64.getDecoder().decode(COLUMNS_FIRST), StandardCharsets.ISO_8859_1);
    String claim = "(4294967299, 2), }";
    String claimed = text.replace("(2, 3), }" + " ".repeat(claim.length() - 9), claim);
    assertEquals(text.length(), claimed.length());
    Path file = Files.writeString(directory.resolve("file"), claimed, StandardCharsets.ISO_8859_1);
    String refusal = refusal(() -> NumpyFile.readArray(file));
    assertEquals("claims 34359738392 bytes of data but has 24", refusal);
  }

  @Test
  void unsignedIntegersOfAllWidthsAreRead() throws IOException {
    for (int width : new int[] {1, 2, 4, 8}) {
      String header = "{'descr': '>u" + width + "', 'fortran_order': False, 'shape': (), }";
      byte[] bytes =
          Arrays.copyOf(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118}, 128 + width);
      byte[] text =
          (header + " ".repeat(118 - header.length())).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(text, 0, bytes, 10, text.length);
      Arrays.fill(bytes, 128, 128 + width, (byte) 0xff);
      Path file = Files.write(directory.resolve("file"), bytes);
      assertEquals(
          new BigInteger("2").pow(8 * width).subtract(BigInteger.ONE).doubleValue(),
          NumpyFile.readArray(file).get(0));
    }
  }

  @Test
  void damagedArraysInAnArchiveAreRejected() throws IOException {
    byte[] bytes = Base64.getDecoder().decode(ARCHIVE);
    bytes[100] ^= 4;
    Path file = Files.write(directory.resolve("file"), bytes);
    String refusal = refusal(() -> NumpyFile.readArchive(file, List.of("a")));
    assertTrue(refusal.startsWith("entry a.npy "), refusal);
  }

  @Test
  void messagesDoNotContainClassNames() throws IOException {
    byte[] bytes = Base64.getDecoder().decode(ARCHIVE);
    for (int at = 0; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 4;
      Path file = Files.write(directory.resolve("file"), damaged);
      try {
        NumpyFile.readArchive(file, List.of("a"));
      } catch (NumpyFormatException e) {
        String message = String.valueOf(e.getMessage());
        assertFalse(message.contains("java.") || message.contains("io.linkteller"), () -> message);
      }
    }
  }
}
