package io.linkteller.onnx;

import static io.linkteller.testing.export.ProtobufBytes.field;
import static io.linkteller.testing.export.ProtobufBytes.joined;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.onnx.OnnxRoles;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.testing.Thorough;
import io.linkteller.testing.export.ProtobufBytes;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A model reads numbers only from its own folder, wherever in the file it names another. */
final class ExternalDataTest {

  private static final InferenceQuery TWO_NODES =
      InferenceQuery.of(IntList.of(0, 1), FeatureMatrix.dense(new double[][] {{1, 10}, {2, 20}}));

  @TempDir private Path directory;

  private Path folder = Path.of("");

  @BeforeEach
  void writeNumbers() throws IOException {
    folder = directory.resolve("model");
    Files.createDirectories(folder.resolve("weights"));
    byte[] numbers =
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putFloat(0.5f).putFloat(7).array();
    for (String name : List.of("model/w.bin", "model/weights/w.bin", "secret.bin")) {
      Files.write(directory.resolve(name), numbers);
    }
    Files.createSymbolicLink(folder.resolve("link.bin"), directory.resolve("secret.bin"));
    Files.createSymbolicLink(folder.resolve("up"), directory);
    Files.createSymbolicLink(folder.resolve("inside.bin"), folder.resolve("weights/w.bin"));
    // A file at the path that ONNX Runtime treats as a memory address.
    Path planted = Files.createDirectories(folder.resolve("*/_ORT_MEM_ADDR_"));
    Files.write(planted.resolve("*"), numbers);
  }

  @ParameterizedTest
  @ValueSource(strings = {"w.bin", "weights/w.bin", "./w.bin", "inside.bin"})
  void numbersInTheFolderAreRead(String location) throws Exception {
    try (OnnxModel model = OnnxModel.open(written(modelWith(location)))) {
      assertArrayEquals(new double[] {1.5, 17, 2.5, 27}, model.predict(TWO_NODES).data);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../secret.bin",
        "weights/../w.bin",
        "weights/../../secret.bin",
        "ABSOLUTE",
        "link.bin",
        "up/secret.bin",
        "*/_ORT_MEM_ADDR_/*",
        "absent.bin",
        "weights",
        ".",
        "",
        "w.bin\0/../../secret.bin"
      })
  void numbersElsewhereAreRefused(String location) throws IOException {
    String named = location.replace("ABSOLUTE", directory.resolve("secret.bin").toString());
    assertRejects(written(modelWith(named)), "only files there are read");
  }

  /**
   * ONNX Runtime would open the file named by these bytes, Java the one with U+FFFD in their place.
   */
  @Test
  void aNameThatIsNotUtf8IsRefused() throws IOException {
    Files.copy(folder.resolve("w.bin"), folder.resolve("\uFFFD"));
    byte[] key = field(1, "location");
    for (String bytes : List.of("FF", "2EFF2F", "EDA080", "C0AE")) {
      byte[] place = joined(key, field(2, HexFormat.of().parseHex(bytes)));
      assertRejects(written(model(graph(tensor(place)))), "is not a text in UTF-8");
    }
    OnnxRoles.requireNumbersInFolder(written(modelWith("\uFFFD")));
  }

  /** Parsers use the last of several values, and a message may be split into parts. */
  @Test
  void aLocationThatOverridesAnotherIsRefused() throws IOException {
    byte[] place = joined(field(1, "location"), field(2, "w.bin"), field(2, "../secret.bin"));
    assertRejects(written(model(graph(tensor(place)))), "../secret.bin");
    byte[] late = joined(field(2, "../secret.bin"), field(1, "offset"), field(1, "location"));
    assertRejects(written(model(graph(tensor(late)))), "../secret.bin");
    byte[] other = joined(field(1, "location"), field(2, "w.bin"));
    byte[] twice =
        joined(model(graph(tensor(other))), field(7, field(5, tensor(at("../secret.bin")))));
    assertRejects(written(twice), "../secret.bin");
  }

  /** Every path from a model to a tensor in onnx.proto. */
  static List<UnaryOperator<byte[]>> everywhere() {
    UnaryOperator<byte[]> attribute = tensor -> field(7, field(1, field(5, field(5, tensor))));
    return List.of(
        tensor -> field(7, field(5, tensor)),
        attribute,
        tensor -> field(7, field(1, field(5, field(10, tensor)))),
        tensor -> field(7, field(15, field(1, tensor))),
        tensor -> field(7, field(15, field(2, tensor))),
        tensor -> field(7, field(1, field(5, field(22, field(1, tensor))))),
        tensor -> field(7, field(1, field(5, field(23, field(2, tensor))))),
        tensor -> field(7, field(1, field(5, field(6, field(5, tensor))))),
        tensor -> field(7, field(1, field(5, field(11, field(1, field(5, field(5, tensor))))))),
        tensor -> field(20, field(1, field(5, tensor))),
        tensor -> field(20, field(2, field(5, tensor))),
        tensor -> field(25, field(7, field(5, field(5, tensor)))),
        tensor -> field(25, field(11, field(5, tensor))));
  }

  @ParameterizedTest
  @MethodSource("everywhere")
  void tensorsAreFoundAnywhereInAModel(UnaryOperator<byte[]> model) throws IOException {
    byte[] outside = model.apply(tensor(at("../secret.bin")));
    assertRejects(written(joined(field(1, 8), outside)), "../secret.bin");
    OnnxRoles.requireNumbersInFolder(written(model.apply(tensor(at("w.bin")))));
  }

  /** The fields that lead to tensors, by message. */
  private static final Map<String, Map<Integer, String>> ONNX =
      Map.of(
          "model", Map.of(7, "graph", 20, "training", 25, "function"),
          "training", Map.of(1, "graph", 2, "graph"),
          "graph", Map.of(1, "node", 5, "tensor", 15, "sparse"),
          "node", Map.of(5, "attribute"),
          "attribute",
              Map.of(
                  5, "tensor", 6, "graph", 10, "tensor", 11, "graph", 22, "sparse", 23, "sparse"),
          "sparse", Map.of(1, "tensor", 2, "tensor"),
          "function", Map.of(7, "node", 11, "attribute"),
          "tensor", Map.of());

  /** Runs longer by a twelfth of the property {@code linkteller.fuzz.seconds}. */
  @Test
  void aRandomModelIsRefusedIfAndOnlyIfItNamesAFileElsewhere() throws IOException {
    SplittableRandom random = new SplittableRandom(Long.getLong("linkteller.fuzz.seed", 1));
    long seconds = Long.getLong("linkteller.fuzz.seconds", Thorough.size(0, 60)) / 12;
    long end = System.nanoTime() + 1_000_000_000L * seconds;
    int[] counts = new int[2];
    for (int trial = 0; trial < 1500 || System.nanoTime() < end; trial++) {
      boolean[] elsewhere = {false};
      Path file = written(random("model", 1 + random.nextInt(30), random, elsewhere));
      counts[elsewhere[0] ? 1 : 0]++;
      if (elsewhere[0]) {
        assertThrows(
            ModelFormatException.class,
            () -> OnnxRoles.requireNumbersInFolder(file),
            () -> described(file));
      } else {
        assertDoesNotThrow(() -> OnnxRoles.requireNumbersInFolder(file), () -> described(file));
      }
    }
    assertTrue(counts[0] > 100 && counts[1] > 100, () -> counts[0] + " and " + counts[1]);
  }

  private static String described(Path file) {
    try {
      return HexFormat.of().formatHex(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A message with fields in any order, known and unknown ones. */
  private static byte[] random(
      String message, int depth, SplittableRandom random, boolean[] elsewhere) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<Map.Entry<Integer, String>> parts =
        List.copyOf(ONNX.getOrDefault(message, Map.of()).entrySet());
    for (int fields = random.nextInt(5); fields > 0; fields--) {
      if (random.nextInt(4) == 0) {
        out.writeBytes(unknown(random));
      } else if (message.equals("tensor")) {
        boolean away = random.nextInt(6) == 0;
        String key = random.nextInt(3) == 0 ? "offset" : "location";
        String value = away ? "../secret.bin" : "w.bin";
        elsewhere[0] |= away && key.equals("location");
        out.writeBytes(field(13, joined(field(1, key), unknown(random), field(2, value))));
      } else if (depth > 0) {
        Map.Entry<Integer, String> part = parts.get(random.nextInt(parts.size()));
        out.writeBytes(field(part.getKey(), random(part.getValue(), depth - 1, random, elsewhere)));
      }
    }
    return out.toByteArray();
  }

  /** A field that no message has, of any kind, with any contents. */
  private static byte[] unknown(SplittableRandom random) {
    int number = 30 + random.nextInt(1000);
    byte[] noise = new byte[random.nextInt(200)];
    random.nextBytes(noise);
    return switch (random.nextInt(4)) {
      case 0 -> field(number, random.nextInt(Integer.MAX_VALUE));
      case 1 -> new ProtobufBytes().fixed(number, Arrays.copyOf(noise, 8)).toBytes();
      case 2 -> new ProtobufBytes().fixed(number, Arrays.copyOf(noise, 4)).toBytes();
      default -> field(number, noise);
    };
  }

  private void assertRejects(Path file, String message) {
    ModelFormatException e =
        assertThrows(ModelFormatException.class, () -> OnnxModel.open(file), message);
    assertTrue(e.toString().contains(message), e.toString());
    assertEquals(-1, e.toString().indexOf('\0'));
  }

  private Path written(byte[] model) throws IOException {
    return Files.write(folder.resolve("model.onnx"), model);
  }

  /** Adds two numbers from a file to the features. */
  private static byte[] modelWith(String location) {
    return model(graph(tensor(at(location))));
  }

  private static byte[] model(byte[] graph) {
    return joined(field(1, 8), field(7, graph), field(8, field(2, 17)));
  }

  private static byte[] graph(byte[] tensor) {
    byte[] add = joined(field(1, "x"), field(1, "w"), field(2, "logits"), field(4, "Add"));
    return joined(
        field(1, add),
        field(2, "graph"),
        field(5, tensor),
        field(11, value("x")),
        field(12, value("logits")));
  }

  private static byte[] value(String name) {
    byte[] shape = joined(field(1, field(2, "n")), field(1, field(1, 2)));
    byte[] type = field(1, joined(field(1, 1), field(2, shape)));
    return joined(field(1, name), field(2, type));
  }

  private static byte[] tensor(byte[] place) {
    return joined(field(1, 2), field(2, 1), field(8, "w"), field(13, place), field(14, 1));
  }

  private static byte[] at(String location) {
    return joined(field(1, "location"), field(2, location));
  }
}
