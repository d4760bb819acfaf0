package io.linkteller.data.csv;

import io.linkteller.data.Dataset;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.EdgeDirection;
import io.linkteller.data.NodeSplit;
import io.linkteller.data.source.CsvFile;
import io.linkteller.data.source.DatasetFiles;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A graph in text tables. The header line is optional for edges, numeric features and numeric
 * labels. Fields are separated by commas, semicolons, tabs, vertical bars or blanks. Nodes may be
 * identified by any text. If the identifiers are the numbers 0 to n-1, these are the numbers of the
 * nodes; otherwise, nodes are numbered in the order of the features table.
 *
 * <table>
 * <caption>Files</caption>
 * <tr><th>file</th><th>header</th><th>a line</th></tr>
 * <tr><td>edges</td><td>as accepted by {@link EdgeListReader}, such as {@code from,to}</td><td>an edge;
 * no self-loops</td></tr>
 * <tr><td>features</td><td>{@code node,} and a name for each of the d features</td><td>a node and d
 * finite numbers</td></tr>
 * <tr><td>labels</td><td>{@code node,label}</td><td>a node and its class, counted from 0. An unknown
 * class is an empty field, -1, ?, unknown, nan, na, null or none; upper case is accepted</td></tr>
 * <tr><td></td><td>{@code node,} and two or more names of classes</td><td>a node, and 1 or 0 for
 * each class</td></tr>
 * <tr><td>split</td><td>{@code node,part}</td><td>a node and {@code train}, {@code validation} or
 * {@code test}; nodes may be omitted</td></tr>
 * </table>
 *
 * <p>Features and labels have one line for each node, in any order; their first column may have a
 * different name. The number of classes is the largest class plus one.
 */
public final class CsvDataset {

  /** The values, in lowercase, that mean an unknown class. */
  private static final Set<String> UNKNOWN =
      Set.of("", "-1", "unknown", "nan", "na", "null", "none", "?");

  private CsvDataset() {}

  /**
   * Reads {@code edges.csv}, {@code features.csv} and, if present, {@code labels.csv} and {@code
   * split.csv}. The edges are read with the settings of {@link EdgeListReader#of}.
   *
   * @param directory the directory of the files
   * @return the data set, named after the directory; without a file of labels, all labels are
   *     unknown
   * @throws DatasetFormatException if a file is missing or malformed; the message gives the file
   *     and the line
   * @throws UncheckedIOException if a file cannot be read
   */
  public static Dataset load(Path directory) {
    return load(directory, EdgeListReader.of(EdgeDirection.SYMMETRIC));
  }

  /**
   * Reads the same files as {@link #load(Path)}, with given settings for edges.
   *
   * @param directory the directory of the files
   * @param edges the reader of the edges
   * @return the data set, named after the directory; without a file of labels, all labels are
   *     unknown
   * @throws DatasetFormatException if a file is missing or malformed; the message gives the file
   *     and the line
   * @throws UncheckedIOException if a file cannot be read
   */
  public static Dataset load(Path directory, EdgeListReader edges) {
    return load(
        directory.resolve("features.csv"),
        existing(directory.resolve("labels.csv")),
        existing(directory.resolve("split.csv")),
        names -> edges.read(directory.resolve("edges.csv"), names));
  }

  private static Optional<Path> existing(Path file) {
    return Optional.of(file).filter(Files::exists);
  }

  /**
   * Reads a data set from given files.
   *
   * @param features the file of features
   * @param labels the file of labels; without one, all labels are unknown
   * @param split the file that assigns nodes to training, validation and test
   * @param edges returns the graph for the names of the nodes, for example with an {@link
   *     EdgeListReader}
   * @return the data set, named after the directory of the features; the features are sparse if at
   *     least three quarters of them are zero
   * @throws DatasetFormatException if a file is missing or malformed; the message gives the file
   *     and the line
   * @throws UncheckedIOException if a file cannot be read
   */
  public static Dataset load(
      Path features,
      Optional<Path> labels,
      Optional<Path> split,
      Function<NodeNames, Graph> edges) {
    NodeTable nodes = NodeTable.read(features);
    Labels known =
        labels
            .map(file -> labels(file, nodes.names()))
            .orElseGet(() -> Labels.unknown(nodes.names().nodeCount()));
    Graph graph = edges.apply(nodes.names());
    Dataset read =
        new Dataset(
                DatasetFiles.nameOf(features.resolveSibling("")), graph, nodes.features(), known)
            .withNames(nodes.names());
    return split.map(file -> read.withSplit(readSplit(file, nodes))).orElse(read);
  }

  /**
   * Reads labels.
   *
   * @param file a table with the class of each node, or with 1 or 0 for each node and class
   * @param names the names of the nodes in its first column
   * @return the labels
   * @throws DatasetFormatException if the file is missing or malformed; the message gives the file
   *     and the line
   */
  public static Labels labels(Path file, NodeNames names) {
    int nodeCount = names.nodeCount();
    int[][] rows = new int[nodeCount][0];
    int found =
        NodeTable.forEachNode(
            NodeTable.table(file),
            names,
            (row, node) -> {
              int[] labels = new int[row.columnCount() - 1];
              if (labels.length == 1) {
                // Class numbers of n or more are rejected so that an absurd one cannot cause a
                // large allocation.
                labels[0] =
                    UNKNOWN.contains(row.text(1).toLowerCase(Locale.ROOT))
                        ? Labels.UNKNOWN
                        : classOf(row, nodeCount);
              } else {
                for (int label = 0; label < labels.length; label++) {
                  labels[label] = row.below(2, label + 1);
                }
              }
              rows[node] = labels;
            });
    if (found != nodeCount) {
      throw DatasetFormatException.inFile(
          file,
          ("expected a line for each of the %s nodes with features, found %s; a node"
                  + " without a label has -1 or an empty field")
              .formatted(nodeCount, found));
    }
    if (rows[0].length == 1) {
      int[] classes = Arrays.stream(rows).mapToInt(row -> row[0]).toArray();
      return Labels.single(classes, Math.max(1, Arrays.stream(classes).max().orElse(0) + 1));
    }
    boolean[][] member = new boolean[nodeCount][rows[0].length];
    for (int node = 0; node < nodeCount; node++) {
      for (int label = 0; label < member[node].length; label++) {
        member[node][label] = rows[node][label] == 1;
      }
    }
    return Labels.multi(member);
  }

  private static int classOf(CsvFile.Row row, int nodeCount) {
    if (!row.isNumber(1)) {
      throw row.expected(
          "a class, counted from 0",
          1,
          "; number classes in the order of the model's outputs: pandas.factorize(column,"
              + " sort=True)[0] if this is the alphabetical order");
    }
    double number = row.number(1);
    // pandas writes 1.0 in a column in which some classes are unknown.
    boolean whole = number >= 0 && number < nodeCount && number == Math.rint(number);
    return whole ? (int) number : row.below(nodeCount, 1);
  }

  private static NodeSplit readSplit(Path file, NodeTable nodes) {
    IntArrayList train = new IntArrayList();
    IntArrayList validation = new IntArrayList();
    IntArrayList test = new IntArrayList();
    NodeTable.forEachNode(
        CsvFile.of(file, "node", "part"),
        nodes.names(),
        (row, node) -> {
          switch (row.text(1)) {
            case "train" -> train.add(node);
            case "validation" -> validation.add(node);
            case "test" -> test.add(node);
            default -> throw row.expected("train, validation or test", 1);
          }
        });
    return new NodeSplit(train, validation, test);
  }
}
