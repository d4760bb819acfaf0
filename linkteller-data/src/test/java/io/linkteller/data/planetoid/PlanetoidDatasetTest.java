package io.linkteller.data.planetoid;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.Dataset;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.NodeSplit;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.models.train.Labels;
import io.linkteller.testing.fixture.RealData;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The small sets are pickles of NumPy 2.4 and SciPy 1.17, {@code tiny} in protocol 2 and {@code
 * newer} in protocol 4: 8 nodes of which 4 are for training, test nodes 11, 8, 10 and the gap 9.
 */
class PlanetoidDatasetTest {

  private static final Path SMALL = small();

  @TempDir Path directory;

  private static Path small() {
    try {
      return Path.of(
          Objects.requireNonNull(PlanetoidDatasetTest.class.getResource("/planetoid")).toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cora, 2708, 5278, 49216, 1433, 7, 140, 0, 0",
    "citeseer, 3327, 4552, 105165, 3703, 6, 120, 15, 48"
  })
  void thePublishedFilesAreReadCompletely(
      String name,
      int nodes,
      int edges,
      int featureEntries,
      int columns,
      int classes,
      int train,
      int unlabeled,
      int isolated) {
    Dataset dataset = PlanetoidDataset.load(RealData.directory(), name);
    assertEquals(name, dataset.name());
    assertEquals(nodes, dataset.graph().nodeCount());
    assertEquals(edges, dataset.graph().edgeCount());
    SparseFeatures x = (SparseFeatures) dataset.features();
    assertEquals(featureEntries, x.matrix().entryCount());
    assertEquals(columns, x.cols());
    Labels labels = dataset.labels().requireSingle();
    assertEquals(classes, labels.classCount());
    int[] gaps =
        IntStream.range(0, nodes).filter(node -> labels.classOf(node) == Labels.UNKNOWN).toArray();
    assertEquals(unlabeled, gaps.length);
    for (int gap : gaps) {
      assertTrue(x.isZeroRow(gap));
      assertTrue(dataset.graph().degree(gap) > 0, "the files give the gaps edges");
    }
    assertEquals(
        isolated,
        IntStream.range(0, nodes).filter(node -> dataset.graph().degree(node) == 0).count());
    NodeSplit split = dataset.split().orElseThrow();
    assertEquals(train, split.train().size());
    assertEquals(500, split.validation().size());
    assertEquals(train, split.validation().getInt(0));
    assertEquals(1000, split.test().size());
    int[] perClass = new int[classes];
    split.train().forEach(node -> perClass[labels.classOf(node)]++);
    assertArrayEquals(IntStream.generate(() -> 20).limit(classes).toArray(), perClass);
    split.test().forEach(node -> assertTrue(labels.classOf(node) != Labels.UNKNOWN));
    SparseFeatures normalized = x.normalizedByRow();
    assertEquals(1.0 / (x.matrix().offset(1) - x.matrix().offset(0)), normalized.matrix().value(0));
    assertEquals(
        dataset.graph(),
        PlanetoidDataset.load(RealData.directory().resolve("planetoid"), name).graph());
  }

  @ParameterizedTest
  @ValueSource(strings = {"tiny", "newer"})
  void rowsBelongToTheNodesOfTheIndex(String name) {
    Dataset dataset = PlanetoidDataset.load(SMALL, name);
    Graph.Builder edges = Graph.builder(12);
    int[][] expected = {
      {0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {0, 9}, {11, 8}, {8, 9}, {10, 1},
      {5, 0}
    };
    for (int[] edge : expected) {
      edges.addEdge(edge[0], edge[1]);
    }
    assertEquals(edges.build(), dataset.graph());
    Labels labels = dataset.labels().requireSingle();
    assertArrayEquals(
        new int[] {0, 1, 0, 1, 1, 1, 0, 0, 0, Labels.UNKNOWN, 1, 1},
        IntStream.range(0, 12).map(labels::classOf).toArray());
    int[][] ones = {
      {2, 4}, {3}, {0, 2, 4}, {}, {3, 4}, {1}, {0, 3}, {1}, {0, 1, 5}, {}, {0, 1, 5}, {0, 4}
    };
    assertArrayEquals(
        SparseFeatures.ofOnes(6, ones).toDense().data, dataset.features().toDense().data);
    NodeSplit split = dataset.split().orElseThrow();
    assertEquals(IntList.of(0, 1, 2, 3), split.train());
    assertEquals(IntList.of(4, 5, 6, 7), split.validation());
    assertEquals(IntList.of(11, 8, 10), split.test());
  }

  private void copy() throws IOException {
    try (Stream<Path> files = Files.list(SMALL)) {
      for (Path file : files.toList()) {
        Files.write(
            directory.resolve(String.valueOf(file.getFileName())), Files.readAllBytes(file));
      }
    }
  }

  private String refusal(String part) {
    DatasetFormatException refused =
        assertThrows(DatasetFormatException.class, () -> PlanetoidDataset.load(directory, "tiny"));
    assertEquals(directory.resolve("ind.tiny." + part), refused.file(), refused.getMessage());
    return String.valueOf(refused.getMessage());
  }

  /** Python's own pickles of an object that would run {@code os.system}. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "gAJjcG9zaXgKc3lzdGVtCnEAWAoAAABlY2hvIHB3bmVkcQGFcQJScQMu",
        "gASVJQAAAAAAAACMBXBvc2l4lIwGc3lzdGVtlJOUjAplY2hvIHB3bmVklIWUUpQu"
      })
  void aPickleWithAnUnexpectedClassIsRejectedByName(String base64) throws IOException {
    copy();
    Files.write(directory.resolve("ind.tiny.graph"), Base64.getDecoder().decode(base64));
    assertTrue(refusal("graph").contains("refused to create the class posix.system"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Classes that the underlying library knows and would create.
        "c__builtin__\\nset\\n(tR.             | refused to create the class __builtin__.set",
        "cdecimal\\nDecimal\\n(U\\x011tR.      | refused to create the class decimal.Decimal",
        "coperator\\nattrgetter\\n.            | refused to create the class operator.attrgetter",
        "(i__builtin__\\nset\\n.               | found the instruction",
        "P1\\n.                                | found the instruction",
        "N.                                    | expected a value, found None",
        "}.                                    | expected an entry for each node, found 0",
        "K\\x05.                               | expected a pickle of a dictionary",
        // A string that claims two billion bytes.
        "T\\x00\\x00\\x00\\x7f.                | expected 2130706432 bytes, found 1",
        // A list that contains itself, as a key.
        "}]q\\x01h\\x01ah\\x01K\\x01s.         | expected a key that is an integer or a text",
        "}K\\x00K\\x01s.                       | expected an entry for each node, found 1",
        "ccollections\\ndefaultdict\\nc__builtin__\\nlist\\n)R\\x85R. | not a pickle of numbers",
      })
  void instructionsThatNoDataSetNeedsAreRefused(String pickle, String problem) throws IOException {
    copy();
    StringBuilder bytes = new StringBuilder();
    for (int i = 0; i < pickle.length(); i++) {
      if (pickle.startsWith("\\x", i)) {
        bytes.append((char) Integer.parseInt(pickle.substring(i + 2, i + 4), 16));
        i += 3;
      } else if (pickle.startsWith("\\n", i)) {
        bytes.append('\n');
        i++;
      } else {
        bytes.append(pickle.charAt(i));
      }
    }
    Files.writeString(directory.resolve("ind.tiny.graph"), bytes, StandardCharsets.ISO_8859_1);
    String message = refusal("graph");
    assertTrue(message.contains(problem), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "11;8      | test.index | expected 3 nodes as in tx, found 2",
        "11;8;x    | line 3     | expected an integer, found \"x\"",
        "11;8;7    | line 3     | in [8, 12), found",
        "11;12;8   | line 2     | in [8, 12), found",
        "11;8;11   | line 3     | found 11 a second time",
      })
  void aMismatchedTestIndexIsRejectedWithItsLine(String lines, String place, String problem)
      throws IOException {
    copy();
    Files.writeString(directory.resolve("ind.tiny.test.index"), lines.strip().replace(';', '\n'));
    String message = refusal("test.index");
    assertTrue(message.contains(place) && message.contains(problem), message);
  }

  @Test
  void filesThatDisagreeAreRefused() throws IOException {
    copy();
    Files.copy(
        SMALL.resolve("ind.tiny.tx"),
        Files.createDirectory(directory.resolve("kept")).resolve("tx"));
    Files.write(directory.resolve("ind.tiny.x"), Files.readAllBytes(SMALL.resolve("ind.tiny.tx")));
    assertTrue(refusal("y").contains("expected 3 rows as in x, found 4"));
    copy();
    Files.write(directory.resolve("ind.tiny.ty"), Files.readAllBytes(SMALL.resolve("ind.tiny.tx")));
    assertTrue(refusal("ty").contains("expected a pickle of a NumPy array"));
    copy();
    Files.delete(directory.resolve("ind.tiny.ally"));
    assertTrue(refusal("ally").contains("the file is missing"));
    assertRefused(() -> PlanetoidDataset.load(directory, "../cora"));
  }

  /** One string, stored once and decoded ten thousand times: 1.3 GB from 80 kB. */
  @Test
  void aStringDecodedManyTimesIsRefused() throws IOException {
    copy();
    int length = 16_000;
    ByteArrayOutputStream pickle = new ByteArrayOutputStream();
    pickle.write(new byte[] {(byte) 0x80, 2, ']', 'q', 0, '('});
    pickle.write("c_codecs\nencode\nq\1X".getBytes(StandardCharsets.US_ASCII));
    pickle.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(length).array());
    pickle.write(new byte[length]);
    pickle.write("q\2X\6\0\0\0latin1q\3\u0086R".getBytes(StandardCharsets.ISO_8859_1));
    for (int i = 0; i < 10_000; i++) {
      pickle.write("h\1h\2h\3\u0086R".getBytes(StandardCharsets.ISO_8859_1));
    }
    pickle.write("e.".getBytes(StandardCharsets.US_ASCII));
    Files.write(directory.resolve("ind.tiny.graph"), pickle.toByteArray());
    String message = refusal("graph");
    assertTrue(message.contains("memory that its size allows"), message);
  }
}
