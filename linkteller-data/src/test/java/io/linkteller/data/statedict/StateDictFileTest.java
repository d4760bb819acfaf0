package io.linkteller.data.statedict;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.linkteller.inference.ModelFormatException;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.statedict.StateDict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The small test resources follow the formats of PyTorch and safetensors byte for byte, with arrays
 * of a few numbers.
 */
final class StateDictFileTest {

  private static final double[] HALVES = {1, -0.5, 65504, 0x1p-24, 0, 0.333251953125};

  @TempDir private Path directory;

  private static byte[] resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(StateDictFileTest.class.getResourceAsStream("/statedict/" + name))) {
      return in.readAllBytes();
    }
  }

  private Path file(String name) throws IOException {
    return Files.write(directory.resolve(name), resource(name));
  }

  private static double[] values(StateDict arrays, String name) {
    NumpyArray array = arrays.get(name);
    return IntStream.range(0, array.size()).mapToDouble(array::get).toArray();
  }

  private static List<Integer> shape(StateDict arrays, String name) {
    return arrays.get(name).shape();
  }

  @Test
  void everyTypeAndStrideOfPyTorchIsRead() throws IOException {
    StateDict arrays = StateDictFile.read(file("kinds.pt"));
    assertEquals(
        List.of(
            "weight",
            "transposed",
            "part",
            "tied",
            "half",
            "brain",
            "double",
            "count",
            "mask",
            "empty"),
        List.copyOf(arrays.names()));
    assertArrayEquals(new double[] {0, 1, 2, 3, 4, 5}, values(arrays, "weight"));
    assertEquals(List.of(2, 3), shape(arrays, "weight"));
    assertArrayEquals(new double[] {0, 3, 1, 4, 2, 5}, values(arrays, "transposed"));
    assertEquals(List.of(3, 2), shape(arrays, "transposed"));
    assertArrayEquals(new double[] {2, 4}, values(arrays, "part"));
    assertSame(arrays.get("weight"), arrays.get("tied"));
    assertArrayEquals(HALVES, values(arrays, "half"));
    assertEquals(1, values(arrays, "brain")[0]);
    assertEquals(-2.5, values(arrays, "brain")[1]);
    assertEquals(3.0e38, values(arrays, "brain")[2], 3.0e38 / 128);
    assertArrayEquals(new double[] {0.1}, values(arrays, "double"));
    assertEquals(List.of(), shape(arrays, "count"));
    assertArrayEquals(new double[] {7}, values(arrays, "count"));
    assertArrayEquals(new double[] {1, 0}, values(arrays, "mask"));
    assertEquals(List.of(0, 3), shape(arrays, "empty"));
  }

  @Test
  void theStateDictOfACheckpointIsFound() throws IOException {
    StateDict arrays = StateDictFile.read(file("checkpoint.pt"));
    assertEquals(Set.of("lin.bias"), arrays.names());
    assertArrayEquals(new double[] {0, 1, 2, 3, 4, 5}, values(arrays, "lin.bias"));
  }

  @Test
  void safetensorsAndNumpyFilesAreRecognized() throws IOException {
    StateDict arrays = StateDictFile.read(file("kinds.safetensors"));
    assertEquals(List.of("weight", "half", "brain", "count"), List.copyOf(arrays.names()));
    assertEquals(List.of(2, 3), shape(arrays, "weight"));
    assertArrayEquals(new double[] {0, 1, 2, 3, 4, 5}, values(arrays, "weight"));
    assertArrayEquals(HALVES, values(arrays, "half"));
    assertEquals(-2.5, values(arrays, "brain")[1]);
    assertArrayEquals(new double[] {7}, values(arrays, "count"));
    StateDict numpy = StateDictFile.read(file("kinds.npz"));
    assertEquals(List.of(2, 3), shape(numpy, "weight"));
    assertArrayEquals(HALVES, values(numpy, "half"));
  }

  @Test
  void aFileThatCallsAFunctionIsRefused() throws IOException {
    assertRejects(file("evil.pt"), "refused posix.system");
    assertFalse(Files.exists(Path.of("pwned-by-state-dict")));
  }

  /** When printed, the first would take 2^60 characters, and the second would never end. */
  @ParameterizedTest
  @ValueSource(strings = {"each list twice in the next", "two lists in each other"})
  void aStorageNamedByNestedListsIsRefused(String shape) throws IOException {
    ByteArrayOutputStream pickle = new ByteArrayOutputStream();
    // Each list is kept under a number (q) and removed from the stack (b); h puts it there again.
    pickle.writeBytes(bytes("\u0080\u0002}]q\0b"));
    int last = 1;
    if (shape.equals("two lists in each other")) {
      pickle.writeBytes(bytes("]h\0aq\1bh\0h\1ab"));
    } else {
      for (; last < 60; last++) {
        String earlier = "h" + (char) (last - 1) + "a";
        pickle.writeBytes(bytes("]" + earlier + earlier + "q" + (char) last + "b"));
      }
      last--;
    }
    pickle.writeBytes(bytes("(X\7\0\0\0storagectorch\nFloatStorage\nh" + (char) last));
    pickle.writeBytes(bytes("X\3\0\0\0cpuK\1tQ."));
    Path file = directory.resolve("nested.pt");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      ZipEntry entry = new ZipEntry("archive/data.pkl");
      CRC32 checksum = new CRC32();
      checksum.update(pickle.toByteArray());
      entry.setMethod(ZipEntry.STORED);
      entry.setSize(pickle.size());
      entry.setCrc(checksum.getValue());
      zip.putNextEntry(entry);
      zip.write(pickle.toByteArray());
    }
    assertRejects(file, "expected the number of a storage");
  }

  private static byte[] bytes(String latin1) {
    return latin1.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void tensorsLargerThanTheirFileAreRefused() throws IOException {
    assertRejects(file("vast.pt"), "memory that its size allows");
    assertRejects(file("outside.pt"), "reads number 6 of a storage of 6 numbers");
  }

  @Test
  void otherFilesAreRefused() throws IOException {
    assertRejects(directory.resolve("absent.pt"), "there is no such file");
    assertRejects(
        Files.writeString(directory.resolve("text.pt"), "this is a text and nothing else"),
        "expected a file from torch.save since PyTorch 1.6");
    assertRejects(Files.write(directory.resolve("empty.pt"), new byte[0]), "found another");
    byte[] header = resource("kinds.safetensors");
    byte[] typed =
        new String(header, StandardCharsets.ISO_8859_1)
            .replace("\"F32\"", "\"F99\"")
            .getBytes(StandardCharsets.ISO_8859_1);
    assertRejects(
        Files.write(directory.resolve("typed.safetensors"), typed),
        "array weight is of the type F99");
    byte[] shaped =
        new String(header, StandardCharsets.ISO_8859_1)
            .replace("[2, 3]", "[2, 4]")
            .getBytes(StandardCharsets.ISO_8859_1);
    assertRejects(
        Files.write(directory.resolve("shaped.safetensors"), shaped),
        "array weight has the shape [2, 4] but 24 bytes");
    byte[] deep =
        "{'a':{'dtype':'U8','shape':[%s],'data_offsets':[0,1]}}"
            .formatted("1,".repeat(64) + 1)
            .replace('\'', '"')
            .getBytes(StandardCharsets.UTF_8);
    assertRejects(
        Files.write(
            directory.resolve("deep.safetensors"),
            ByteBuffer.allocate(9 + deep.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(deep.length)
                .put(deep)
                .array()),
        "array a shape has more than 64 entries");
  }

  private static void assertRejects(Path file, String message) {
    assertRefused(ModelFormatException.class, message, () -> StateDictFile.read(file));
  }
}
