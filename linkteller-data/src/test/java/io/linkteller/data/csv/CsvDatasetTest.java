package io.linkteller.data.csv;

import static io.linkteller.testing.Refusal.assertRefusal;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.Dataset;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.EdgeDirection;
import io.linkteller.data.NodeSplit;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvDatasetTest {

  private static final Map<String, String> FILES =
      new TreeMap<>(
          Map.of(
              "edges.csv", "from,to\n0,1\n3,1\n",
              "features.csv", "node,age,height\n2,0,1.5\n0,-3,1e2\n1,0,0\n3,7,0.25\n",
              "labels.csv", "node,label\n0,2\n1,\n3,0\n2,1\n",
              "split.csv", "node,part\n3,train\n0,train\n2,test\n1,validation\n"));

  @TempDir Path directory;

  private static void write(Path directory) {
    FILES.forEach((name, content) -> write(directory.resolve(name), content));
  }

  private static void write(Path file, String content) {
    try {
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyLineAppliesToItsNode() {
    write(directory);
    Dataset dataset = CsvDataset.load(directory);
    assertEquals(String.valueOf(directory.getFileName()), dataset.name());
    assertEquals(Graph.builder(4).addEdge(0, 1).addEdge(1, 3).build(), dataset.graph());
    assertArrayEquals(
        new double[] {-3, 100, 0, 0, 0, 1.5, 7, 0.25}, dataset.features().toDense().data);
    Labels labels = dataset.labels().requireSingle();
    assertEquals(3, labels.classCount());
    assertArrayEquals(
        new int[] {2, Labels.UNKNOWN, 1, 0}, IntStream.range(0, 4).map(labels::classOf).toArray());
    assertEquals(
        new NodeSplit(IntList.of(3, 0), IntList.of(1), IntList.of(2)),
        dataset.split().orElseThrow());
  }

  @Test
  void severalColumnsOfLabelsAreMembershipsAndASplitMayBeMissing() throws IOException {
    write(directory);
    write(directory.resolve("labels.csv"), "node,red,blue\n0,1,1\n1,0,0\n2,0,1\n3,1,0\n");
    Files.delete(directory.resolve("split.csv"));
    Dataset dataset = CsvDataset.load(directory);
    Labels labels = dataset.labels();
    assertEquals(2, labels.classCount());
    assertTrue(labels.has(0, 0) && labels.has(0, 1) && labels.has(2, 1) && labels.has(3, 0));
    assertFalse(labels.has(1, 0) || labels.has(1, 1) || labels.has(2, 0) || labels.has(3, 1));
    assertTrue(dataset.split().isEmpty());
  }

  @Test
  void featuresThatAreMostlyZeroAreKeptSparse() {
    write(directory);
    write(directory.resolve("features.csv"), "node,a,b\n0,0,0\n1,0,1\n2,0,0\n3,0,0\n");
    assertTrue(CsvDataset.load(directory).features() instanceof SparseFeatures);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          features.csv | node,a\\n0,1\\n1,x\\n | line 3 | expected a number in column a, found "x"
          features.csv | node,a\\n0,1\\n1,NaN\\n | line 3 | expected a finite number in column a, found "NaN"
          features.csv | node,a\\n0,1\\n1,1e999\\n | line 3 | expected a finite number in column a
          features.csv | 0,1,2\\n5,1,0\\n6,0,1\\n | line 1 | the header numbers the columns
          features.csv | node,a\\n0,1\\n1,2,3\\n | line 3 | expected the 2 columns node,a, found 3
          features.csv | node,a,b\\n0,1\\n | line 2 | expected the 3 columns node,a,b, found 2
          features.csv | node\\n0\\n | line 1 | expected the header node and one or more columns (or an .npy file if rows have no ids), found node
          features.csv | name,1.5,2.5\\n1,2,3\\n2,2,3\\n | line 1 | expected a node as in the other lines, found name
          features.csv | node,a\\n | features.csv | expected a line for each node, found none
          features.csv | node,a\\n0,1\\n0,2\\n | line 3 | found 0 a second time; if rows have no ids
          features.csv | a,b\\n0.5,1\\n1.5,1\\n | line 2 | expected the identifier of a node in column a, found "0.5"; if rows have no ids
          features.csv | node,a\\n,1\\n | line 2 | in column node, found ""
          features.csv | x,3,a\\ny,1,b\\n | line 1 | expected the header node
          edges.csv | from,to\\n# 0\\n0,1\\n | line 2 | begins with # is a comment
          labels.csv | node,label\\n0,1\\n1,1\\n | labels.csv | each of the 4 nodes with
          labels.csv | node,label\\n0,4\\n | line 2 | expected an integer in [0, 4) in column label, found "4"
          labels.csv | node,a,b\\n0,2,0\\n | line 2 | expected an integer in [0, 2) in column a, found "2"
          edges.csv | from,to\\n0,4\\n | line 2 | expected an integer in [0, 4) in column to
          edges.csv | from,to\\n0,0\\n | line 2 | self-loop
          split.csv | node,part\\n0,learn\\n | line 2 | expected train, validation or test in column part, found "learn"
          split.csv | node,part\\n0,test\\n0,train\\n | line 3 | found 0 a second time
          split.csv | node,part\\n4,test\\n | line 2 | expected an integer in [0, 4) in column node
          """)
  void invalidLinesAreRejectedWithTheirNumber(
      String file, String content, String place, String problem) {
    write(directory);
    write(directory.resolve(file.strip()), content.strip().replace("\\n", "\n"));
    DatasetFormatException refused =
        assertThrows(DatasetFormatException.class, () -> CsvDataset.load(directory));
    String message = String.valueOf(refused.getMessage());
    assertEquals(directory.resolve(file.strip()), refused.file(), message);
    assertTrue(message.contains(place) && message.contains(problem), message);
  }

  @Test
  void aMessageRepeatsOnlyTheBeginningOfAColumnsName() {
    write(directory);
    write(directory.resolve("features.csv"), "node," + "a".repeat(10_000) + "\n0,none\n");
    DatasetFormatException refused =
        assertThrows(DatasetFormatException.class, () -> CsvDataset.load(directory));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.length() < 1000, () -> message.length() + " characters");
    assertTrue(message.contains("expected a number in column aaa"), message);
  }

  @Test
  void missingFilesAreReported() throws IOException {
    for (String file : new String[] {"edges.csv", "features.csv"}) {
      write(directory);
      Files.delete(directory.resolve(file));
      DatasetFormatException refused =
          assertThrows(DatasetFormatException.class, () -> CsvDataset.load(directory));
      assertEquals(directory.resolve(file), refused.file());
    }
  }

  @Test
  void nodesMayHaveNamesInAnyOrderAndNoLabels() throws IOException {
    write(directory);
    Files.delete(directory.resolve("labels.csv"));
    write(directory.resolve("features.csv"), "account;age\nzoe;40\n  bob ;20\n007;30\n");
    write(directory.resolve("split.csv"), "node,part\nbob,test\n");
    write(directory.resolve("edges.csv"), "payer;payee\nbob;zoe\n007;bob\n");
    EdgeListReader reader = EdgeListReader.of(EdgeDirection.DIRECTED).ends("payer", "payee");
    Dataset dataset = CsvDataset.load(directory, reader);
    assertEquals(NodeNames.of(List.of("zoe", "bob", "007")).of(2), dataset.names().of(2));
    assertEquals(Graph.builder(3).directed().addEdge(1, 0).addEdge(2, 1).build(), dataset.graph());
    assertArrayEquals(new double[] {40, 20, 30}, dataset.features().toDense().data);
    assertFalse(dataset.labels().isKnown(0));
    assertEquals(IntList.of(1), dataset.split().orElseThrow().test());
    Dataset some = dataset.inducedOn("some", IntList.of(2, 0));
    assertEquals("007", some.names().of(0));
    assertEquals(OptionalInt.of(1), some.names().node("zoe"));
  }

  @Test
  void anEndpointWithoutFeaturesIsRefusedWithItsLine() {
    write(directory);
    write(directory.resolve("features.csv"), "account,age\nzoe,40\nbob,20\n");
    write(directory.resolve("edges.csv"), "from,to\nbob,zoe\nzoe,eve\n");
    EdgeListReader reader = EdgeListReader.of(EdgeDirection.DIRECTED);
    Path edges = directory.resolve("edges.csv");
    assertRefusal(
        DatasetFormatException.class,
        edges
            + ", line 3: expected the identifier of a node with features in column to, found"
            + " \"eve\"",
        () ->
            CsvDataset.load(
                directory.resolve("features.csv"),
                Optional.empty(),
                Optional.empty(),
                names -> reader.read(edges, names)));
  }

  /** Spreadsheets save UTF-8 with a byte order mark. */
  @Test
  void filesWithAByteOrderMarkAreRead() {
    FILES.forEach((name, content) -> write(directory.resolve(name), "\ufeff" + content));
    assertEquals(4, CsvDataset.load(directory).graph().nodeCount());
    assertEquals(2, EdgeListFile.read(directory.resolve("edges.csv"), 4).edgeCount());
  }

  @Test
  void onlyItsOwnerCanReadAListOfEdges() throws IOException {
    Path file = directory.resolve("out.csv");
    EdgeListFile.write(Graph.builder(3).addEdge(0, 2).build(), file);
    assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
  }

  @Test
  void writtenArcsKeepTheNamesOfNodesAndRelations() {
    NodeNames names = NodeNames.of(List.of("ann", "bob", "cy, d"));
    Graph wire = Graph.builder(3).directed().addEdge(0, 1).addEdge(1, 2).build();
    Graph card = Graph.builder(3).directed().addEdge(0, 1).build();
    Graph graph = Graph.ofRelations(List.of(card, wire)).withRelationNames(List.of("card", "wire"));
    Path file = directory.resolve("out.csv");
    EdgeListFile.write(graph, names, List.of("payer", "payee", "kind"), file);
    Graph read =
        EdgeListReader.of(EdgeDirection.DIRECTED)
            .ends("payer", "payee")
            .types("kind")
            .read(file, names);
    assertEquals(graph, read);
    assertEquals(graph.relationNames(), read.relationNames());
    List<String> two = List.of("from", "to");
    assertRefused(() -> EdgeListFile.write(graph, names, two, file));
    assertRefused(() -> EdgeListFile.write(card, file));
    Graph weighted = Graph.builder(3).addEdge(0, 1, 2).build();
    assertRefused(() -> EdgeListFile.write(weighted, names, two, file));
  }
}
