package io.linkteller.data.planetoid;

import io.linkteller.data.Dataset;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.NodeSplit;
import io.linkteller.data.source.DatasetFiles;
import io.linkteller.data.source.PickleFile;
import io.linkteller.data.source.PickledArray;
import io.linkteller.data.source.PickledCsr;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.file.ReadingBudget;
import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Reads the citation graphs Cora, Citeseer and Pubmed, which consist of papers, citations, and the
 * words of each paper. The files and the split are those of Z. Yang, W. W. Cohen, R. Salakhutdinov,
 * "Revisiting Semi-Supervised Learning with Graph Embeddings", ICML 2016. The authors' repository,
 * kimiyoung/planetoid, is under the MIT license and states no other terms for the data.
 *
 * <p>For a data set such as {@code cora}, the files are {@code ind.cora.x}, {@code y} (features and
 * labels of the training nodes), {@code allx}, {@code ally} (of all nodes except the test nodes),
 * {@code tx}, {@code ty} (of the test nodes), {@code graph} (neighbors of each node) and {@code
 * test.index} (the id of each row of {@code tx}). All but the last are Python pickles of numbers; a
 * pickle that contains anything else is rejected.
 *
 * <ul>
 *   <li><b>Split.</b> The training nodes are those of {@code x}, 20 per class. The validation nodes
 *       are the next 500, or as many as {@code allx} has left. The test nodes are those of {@code
 *       test.index}, in its order.
 *   <li><b>Gaps.</b> In Citeseer, 15 ids in the range of the test nodes have no row. These nodes
 *       have zero features and no label; their edges are kept.
 *   <li><b>Edges.</b> Citations are undirected edges, and repeated citations count once.
 *       Self-citations (124 in Citeseer) are omitted.
 *   <li><b>Features.</b> The same as in the files: 0 or 1, or weights in Pubmed. {@link
 *       SparseFeatures#normalizedByRow} divides each row by its sum, as is customary.
 * </ul>
 */
public final class PlanetoidDataset {

  /** The names of the published data sets. */
  public static final List<String> NAMES = List.of("cora", "citeseer", "pubmed");

  /** The number of validation nodes in the published split. */
  private static final int VALIDATION_NODES = 500;

  private static final Pattern NAME = Pattern.compile("[a-z]+");

  private final Path directory;
  private final String name;

  private PlanetoidDataset(Path directory, String name) {
    this.directory = directory;
    this.name = name;
  }

  /**
   * Reads a data set. Takes O(n + |E| log |E| + features) time.
   *
   * @param directory the directory of {@code ind.NAME.*}, or its parent if the directory is called
   *     {@code planetoid}
   * @param name lower-case letters, such as {@code cora}
   * @return the data set with its split, named {@code name}; its features are {@link
   *     SparseFeatures}
   * @throws IllegalArgumentException if {@code name} does not consist of lower-case letters
   * @throws DatasetFormatException if a file is missing or malformed, or contradicts another file;
   *     the message gives the file and, where possible, the line, node or byte
   * @throws UncheckedIOException if a file cannot be read
   */
  public static Dataset load(Path directory, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "name = \"" + name + "\" does not consist of lower-case letters, as in " + NAMES);
    }
    Path inside = directory.resolve("planetoid");
    return new PlanetoidDataset(Files.isDirectory(inside) ? inside : directory, name).load();
  }

  private Path file(String part) {
    return directory.resolve("ind." + name + "." + part);
  }

  private Dataset load() {
    CsrMatrix allX = read(file("allx"), PickledCsr.class).matrix();
    CsrMatrix testX = read(file("tx"), PickledCsr.class).matrix();
    CsrMatrix trainX = read(file("x"), PickledCsr.class).matrix();
    PickledArray allY = labels("ally", allX, "allx");
    PickledArray testY = labels("ty", testX, "tx");
    PickledArray trainY = labels("y", trainX, "x");
    requireSame("tx", "features", testX.cols(), "allx", allX.cols());
    requireSame("x", "features", trainX.cols(), "allx", allX.cols());
    requireSame("ty", "classes", testY.cols(), "ally", allY.cols());
    requireSame("y", "classes", trainY.cols(), "ally", allY.cols());
    requirePrefix(trainX, trainY, allX, allY);
    Map<?, ?> neighbors = read(file("graph"), Map.class);
    int nodeCount = neighbors.size();
    if (nodeCount < allX.rows()) {
      throw DatasetFormatException.inFile(
          file("graph"),
          "expected an entry for each node, found %s where allx alone has %s nodes"
              .formatted(nodeCount, allX.rows()));
    }
    int[] testNodes = readTestIndex(allX.rows(), nodeCount);
    requireSame("test.index", "nodes", testNodes.length, "tx", testX.rows());
    // The row of each node in allx followed by tx, or -1 for a gap.
    int[] rows = new int[nodeCount];
    Arrays.setAll(rows, node -> node < allX.rows() ? node : -1);
    for (int i = 0; i < testNodes.length; i++) {
      rows[testNodes[i]] = allX.rows() + i;
    }
    int[] classes = new int[nodeCount];
    for (int node = 0; node < nodeCount; node++) {
      int row = rows[node];
      classes[node] =
          row < 0
              ? Labels.UNKNOWN
              : row < allX.rows()
                  ? classOf("ally", allY, row)
                  : classOf("ty", testY, row - allX.rows());
    }
    int validation = Math.min(VALIDATION_NODES, allX.rows() - trainX.rows());
    NodeSplit split =
        new NodeSplit(
            range(0, trainX.rows()),
            range(trainX.rows(), trainX.rows() + validation),
            IntList.of(testNodes));
    return new Dataset(
            name,
            readGraph(neighbors, nodeCount),
            SparseFeatures.of(assemble(rows, allX, testX)),
            Labels.single(classes, allY.cols()))
        .withSplit(split);
  }

  private static IntList range(int from, int to) {
    return IntList.of(IntStream.range(from, to).toArray());
  }

  /** Returns the value of a pickle. */
  private static <T> T read(Path file, Class<T> type) {
    DatasetFiles.requireFile(file);
    Object value;
    try {
      ReadingBudget budget =
          PickleFile.budget(file, problem -> DatasetFormatException.inFile(file, problem));
      value =
          PickleFile.numbers(
              budget.bytesOf(file),
              budget,
              (place, problem) -> DatasetFormatException.at(file, place, problem));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!type.isInstance(value)) {
      throw DatasetFormatException.inFile(
          file,
          value == null
              ? "expected a value, found None"
              : "expected a pickle of " + named(type) + ", found another value");
    }
    return type.cast(value);
  }

  private static String named(Class<?> type) {
    return type == PickledCsr.class
        ? "a SciPy matrix in compressed rows"
        : type == PickledArray.class ? "a NumPy array" : "a dictionary";
  }

  private PickledArray labels(String part, CsrMatrix features, String featurePart) {
    PickledArray labels = read(file(part), PickledArray.class);
    if (!labels.isMatrix() || labels.cols() == 0) {
      throw DatasetFormatException.inFile(
          file(part), "expected an array with one row per node and one column per class");
    }
    requireSame(part, "rows", labels.rows(), featurePart, features.rows());
    return labels;
  }

  private void requireSame(String part, String what, int found, String otherPart, int expected) {
    if (found != expected) {
      throw DatasetFormatException.inFile(
          file(part),
          "expected " + expected + " " + what + " as in " + otherPart + ", found " + found);
    }
  }

  /** Checks that the training nodes are the first nodes of allx and ally. */
  private void requirePrefix(
      CsrMatrix trainX, PickledArray trainY, CsrMatrix allX, PickledArray allY) {
    if (trainX.rows() > allX.rows()) {
      throw DatasetFormatException.inFile(
          file("x"),
          "expected at most the " + allX.rows() + " nodes of allx, found " + trainX.rows());
    }
    for (int row = 0; row < trainX.rows(); row++) {
      boolean same =
          trainX.offset(row) == allX.offset(row) && trainX.offset(row + 1) == allX.offset(row + 1);
      for (int e = trainX.offset(row); same && e < trainX.offset(row + 1); e++) {
        same = trainX.column(e) == allX.column(e) && trainX.value(e) == allX.value(e);
      }
      if (!same) {
        throw DatasetFormatException.at(
            file("x"), "node " + row, "expected the features of this node in allx, found others");
      }
      for (int label = 0; label < trainY.cols(); label++) {
        if (trainY.get(row, label) != allY.get(row, label)) {
          throw DatasetFormatException.at(
              file("y"), "node " + row, "expected the label of this node in ally, found another");
        }
      }
    }
  }

  private int classOf(String part, PickledArray labels, int row) {
    int found = Labels.UNKNOWN;
    for (int label = 0; label < labels.cols(); label++) {
      double value = labels.get(row, label);
      if (value == 1 && found == Labels.UNKNOWN) {
        found = label;
      } else if (value != 0) {
        throw DatasetFormatException.at(
            file(part),
            "row " + row,
            "expected a single 1 among zeros, found " + value + " in column " + label);
      }
    }
    return found;
  }

  private int[] readTestIndex(int firstNode, int nodeCount) {
    Path file = file("test.index");
    ReadingBudget budget = DatasetFiles.budget(file);
    byte[] text = DatasetFiles.bytes(file, budget);
    // In the worst case, every two bytes are a line, which becomes a string.
    budget.take(64L * text.length);
    List<String> lines = new String(text, StandardCharsets.ISO_8859_1).lines().toList();
    boolean[] seen = new boolean[nodeCount];
    IntArrayList nodes = new IntArrayList(lines.size());
    for (int i = 0; i < lines.size(); i++) {
      int node;
      try {
        node = Integer.parseInt(lines.get(i).strip());
      } catch (NumberFormatException e) {
        throw DatasetFormatException.atLine(
            file,
            i + 1,
            "expected an integer, found \"" + DatasetFiles.shortened(lines.get(i)) + "\"");
      }
      if (node < firstNode || node >= nodeCount) {
        throw DatasetFormatException.atLine(
            file,
            i + 1,
            "expected a node of graph that is not in allx, in [%s, %s), found %s"
                .formatted(firstNode, nodeCount, node));
      }
      if (seen[node]) {
        throw DatasetFormatException.atLine(
            file, i + 1, "expected each node once, found " + node + " a second time");
      }
      seen[node] = true;
      nodes.add(node);
    }
    return nodes.toIntArray();
  }

  private Graph readGraph(Map<?, ?> neighbors, int nodeCount) {
    Graph.Builder graph = Graph.builder(nodeCount).mergingDuplicates();
    requireOwnLists(neighbors);
    neighbors.forEach(
        (key, list) -> {
          int u = node(key, "as a key", nodeCount);
          if (!(list instanceof List<?> others)) {
            throw DatasetFormatException.at(
                file("graph"), "node " + u, "expected a list of neighbors, found another value");
          }
          for (Object other : others) {
            int v = node(other, "as a neighbor of node " + u, nodeCount);
            if (u != v) {
              graph.addEdge(u, v);
            }
          }
        });
    return graph.build();
  }

  /**
   * Checks that each node has its own list. A pickle that refers to one list many times may be much
   * smaller than its graph.
   */
  private void requireOwnLists(Map<?, ?> neighbors) {
    IdentityHashMap<Object, Object> seen = new IdentityHashMap<>(neighbors.size());
    neighbors.forEach(
        (key, list) -> {
          if (list != null && seen.put(list, key) != null) {
            throw DatasetFormatException.at(
                file("graph"),
                "node " + key,
                "expected a separate list, found that of another node");
          }
        });
  }

  private int node(Object value, String where, int nodeCount) {
    if (value instanceof Integer node && node >= 0 && node < nodeCount) {
      return node;
    }
    throw DatasetFormatException.inFile(
        file("graph"),
        "expected a node in [0, "
            + nodeCount
            + ") "
            + where
            + ", found "
            + (value instanceof Integer ? value : "another value"));
  }

  private static CsrMatrix assemble(int[] rows, CsrMatrix allX, CsrMatrix testX) {
    int[] offsets = new int[rows.length + 1];
    int[] columns = new int[allX.entryCount() + testX.entryCount()];
    double[] values = new double[columns.length];
    int at = 0;
    for (int node = 0; node < rows.length; node++) {
      if (rows[node] >= 0) {
        CsrMatrix source = rows[node] < allX.rows() ? allX : testX;
        int row = rows[node] < allX.rows() ? rows[node] : rows[node] - allX.rows();
        for (int e = source.offset(row); e < source.offset(row + 1); e++) {
          columns[at] = source.column(e);
          values[at++] = source.value(e);
        }
      }
      offsets[node + 1] = at;
    }
    return CsrMatrix.of(allX.cols(), offsets, columns, values);
  }
}
