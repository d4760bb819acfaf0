package io.linkteller.data.graphsaint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.linkteller.data.Dataset;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.InductivePair;
import io.linkteller.data.NodeSplit;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.models.numpy.NumpyArchiveWriter;
import io.linkteller.models.train.Labels;
import io.linkteller.testing.NumpyMatrix;
import io.linkteller.testing.export.GraphSaintFiles;
import io.linkteller.testing.fixture.RealData;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GraphSaintDatasetTest {

  @TempDir Path directory;

  /** Six nodes: training 0, 1, 4, validation 2, test 5 and 3, in this order. */
  private static Dataset six(Labels labels) {
    Graph graph = Graph.builder(6).addEdge(0, 1).addEdge(1, 4).addEdge(1, 2).addEdge(3, 5).build();
    FeatureMatrix features =
        FeatureMatrix.dense(
            new double[][] {{1, 2}, {0, 0.5}, {-3, 4}, {9, 1e-9}, {7, 7}, {Math.PI, 0}});
    NodeSplit split = new NodeSplit(IntList.of(0, 1, 4), IntList.of(2), IntList.of(5, 3));
    return new Dataset("six", graph, features, labels).withSplit(split);
  }

  private static Labels classes() {
    return Labels.single(new int[] {0, 1, 2, 0, 1, 1}, 3);
  }

  private static Labels memberships() {
    boolean[][] member = new boolean[6][3];
    member[0][1] = true;
    member[5][0] = true;
    member[5][2] = true;
    return Labels.multi(member);
  }

  @ParameterizedTest
  @CsvSource({"multi, 3", "single, 4"})
  void theMiniSetsAreReadCompletely(String kind, int classes) {
    Path files = RealData.directory().resolve("graphsaint-mini-" + kind);
    assumeTrue(Files.isDirectory(files), () -> "skipped: no " + files);
    InductivePair pair = GraphSaintDataset.load(files);
    Dataset full = pair.inference();
    assertEquals("graphsaint-mini-" + kind, full.name());
    assertEquals(240, full.graph().nodeCount());
    assertEquals(1230, 2 * full.graph().edgeCount());
    assertEquals(20, full.features().cols());
    assertTrue(full.features() instanceof DenseFeatures);
    assertEquals(380.81520125420104, Arrays.stream(full.features().toDense().data).sum(), 1e-10);
    assertEquals(classes, full.labels().classCount());
    NodeSplit split = full.split().orElseThrow();
    assertEquals(150, split.train().size());
    assertEquals(40, split.validation().size());
    assertEquals(50, split.test().size());
    Dataset train = pair.train();
    assertEquals(full.graph().inducedSubgraph(split.train()), train.graph());
    assertEquals(150, train.features().rows());
    assertEquals(full.features().get(split.train().getInt(7), 3), train.features().get(7, 3));
    for (int label = 0; label < full.labels().classCount(); label++) {
      assertEquals(full.labels().has(split.train().getInt(9), label), train.labels().has(9, label));
    }
    FeatureMatrix scaled = FeatureScaler.fit(train.features()).transform(train.features());
    assertEquals(0, Arrays.stream(scaled.toDense().data).sum(), 1e-9);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void allPartsAreRead(boolean oneClass) {
    Dataset six = six(oneClass ? classes() : memberships());
    Path files = directory.resolve("written");
    GraphSaintFiles.write(six, files);
    InductivePair read = GraphSaintDataset.load(files);
    assertEquals(six.graph(), read.inference().graph());
    assertEquals(six.split(), read.inference().split());
    assertArrayEquals(six.features().toDense().data, read.inference().features().toDense().data);
    assertEquals(Graph.builder(3).addEdge(0, 1).addEdge(1, 2).build(), read.train().graph());
    for (int node = 0; node < 6; node++) {
      for (int label = 0; label < 3; label++) {
        assertEquals(six.labels().has(node, label), read.inference().labels().has(node, label));
      }
    }
  }

  @Test
  void sparseFeaturesStaySparse() {
    Dataset drawn =
        SyntheticDataset.builder().nodes(300).averageDegree(4).build().generate("drawn", 4);
    GraphSaintFiles.write(drawn.withSplit(NodeSplit.draw(300, 0.5, 0.25, 4)), directory);
    Dataset read = GraphSaintDataset.load(directory).inference();
    assertTrue(read.features() instanceof SparseFeatures);
    assertArrayEquals(drawn.features().toDense().data, read.features().toDense().data);
    assertEquals(drawn.graph(), read.graph());
  }

  private String refusal(String file) {
    DatasetFormatException refused =
        assertThrows(DatasetFormatException.class, () -> GraphSaintDataset.load(directory));
    assertEquals(directory.resolve(file), refused.file(), refused.getMessage());
    return String.valueOf(refused.getMessage());
  }

  @Test
  void loopsRepeatsZerosAndSingleDirectionsAreRead() throws IOException {
    GraphSaintFiles.write(six(classes()), directory);
    new NumpyArchiveWriter()
        .add("indptr", new int[] {0, 3, 4, 4, 5, 5, 6})
        .add("indices", new int[] {0, 1, 1, 2, 5, 4})
        .add("data", new double[] {1, 1, 1, 2, 0, 1})
        .add("shape", new int[] {6, 6})
        .write(directory.resolve("adj_full.npz"));
    assertEquals(
        Graph.builder(6).addEdge(0, 1).addEdge(1, 2).addEdge(4, 5).build(),
        GraphSaintDataset.load(directory).inference().graph());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 2 1 3 3 3 4 | 1 2 3 4   | 4 | entry indptr: 1 at [2] is out of order",
        "0 2 9 3 3 3 4 | 1 2 3 4   | 4 | entry indptr: 9 at [2] is out of order",
        "0 2 3 3 3 3 3 | 1 2 3 4   | 4 | entry indptr: expected offsets from 0 to 4, the number of"
            + " indices, found 0 to 3",
        "1 2 3 3 3 3 4 | 1 2 3 4   | 4 | entry indptr: expected offsets from 0 to 4, the number of"
            + " indices, found 1 to 4",
        "0 2 3 3 3 3 4 | 1 2 6 4   | 4 | entry indices: expected a node in [0, 6) at [2], found 6",
        "0 2 3 3 3 3 4 | 1 -2 3 4  | 4 | entry indices: expected a node in [0, 6) at [1], found -2",
        "0 2 3 3 3 3 4 | 1 2 3 4   | 5 | entry data: expected a number for each of the 4 indices,"
            + " found shape [5]",
        "0 2 3 3 3 4   | 1 2 3 4   | 4 | entry shape: expected the 5 rows that indptr bounds",
      })
  void damagedGraphsAreRefusedWithTheirEntry(
      String indptr, String indices, int data, String problem) throws IOException {
    GraphSaintFiles.write(six(classes()), directory);
    double[] ones = new double[data];
    Arrays.fill(ones, 1);
    new NumpyArchiveWriter()
        .add("indptr", ints(indptr))
        .add("indices", ints(indices))
        .add("data", ones)
        .add("shape", new int[] {6, 6})
        .write(directory.resolve("adj_full.npz"));
    String message = refusal("adj_full.npz");
    assertTrue(message.contains(problem), message);
  }

  private static int[] ints(String text) {
    return Arrays.stream(text.strip().split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          role.json | {"tr": [0, 1, 4], "va": [1], "te": [5]} | entry "va" | expected each node in at most one role, found 1 again
          role.json | {"tr": [0, 1, 4], "va": [6], "te": [5]} | entry "va" | expected a node in [0, 6), found 6
          role.json | {"tr": [0, 1, 4], "va": []} | role.json | expected an entry te, found none
          role.json | {"tr": [0, 1, 4], "tr": []} | entry "tr" | each once
          role.json | {"train": [0, 1, 4]} | entry "train" | expected the entries tr, va and te
          class_map.json | {"0": 1, "1": 6} | entry "1" | expected a class in [0, 6), found 6
          class_map.json | {"0": [1, 2]} | entry "0" | expected 0 or 1, found 2
          class_map.json | {"0": "a"} | entry "0" | expected a class or a list of 0 and 1, found a
          class_map.json | {"0": 1} | class_map.json | expected an entry for each of the 6 nodes, but node 1 has none
          class_map.json | {"0":[1],"1":[1,0],"2":[1],"3":[1],"4":[1],"5":[1]} | entry "1" | expected a list as long as that of node 0
          class_map.json | {"0":[],"1":[],"2":[],"3":[],"4":[],"5":[]} | class_map.json | expected one class or more
          """)
  void damagedJsonIsRefusedWithItsEntry(String file, String json, String place, String problem)
      throws IOException {
    GraphSaintFiles.write(six(classes()), directory);
    Files.writeString(directory.resolve(file), json);
    String message = refusal(file);
    assertTrue(message.contains(place) && message.contains(problem), message);
  }

  @Test
  void filesThatDisagreeAreRefused() throws IOException {
    for (String file :
        new String[] {
          "adj_full.npz", "adj_train.npz", "feats.npy", "class_map.json", "role.json"
        }) {
      GraphSaintFiles.write(six(classes()), directory);
      Files.delete(directory.resolve(file));
      assertTrue(refusal(file).contains("the file is missing"));
    }
    GraphSaintFiles.write(six(classes()), directory);
    Files.copy(
        directory.resolve("adj_full.npz"),
        directory.resolve("adj_train.npz"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertTrue(
        refusal("adj_train.npz").contains("edges between training nodes only, found (1, 2)"));
    GraphSaintFiles.write(six(classes()), directory);
    NumpyMatrix.write(directory.resolve("feats.npy"), new double[5][2]);
    assertTrue(refusal("feats.npy").contains("found shape [5, 2]"));
    double[][] infinite = new double[6][2];
    for (int row = 0; row < 6; row++) {
      infinite[row][1] = 1.0 / (4 - row);
    }
    NumpyMatrix.write(directory.resolve("feats.npy"), infinite);
    assertTrue(refusal("feats.npy").contains("feature at row 4, column 1 is Infinity, not a"));
    byte[] features = Files.readAllBytes(directory.resolve("feats.npy"));
    Files.write(directory.resolve("feats.npy"), Arrays.copyOf(features, features.length - 8));
    assertTrue(refusal("feats.npy").contains("claims 96 bytes of data but has 88"));
  }
}
