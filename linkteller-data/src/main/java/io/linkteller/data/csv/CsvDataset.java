package io.linkteller.data.csv;

import io.linkteller.data.Dataset;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.NodeSplit;
import io.linkteller.data.source.CsvFile;
import io.linkteller.data.source.DatasetFiles;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * A graph in CSV files, each with a header line. Nodes are numbered 0 to n-1.
 *
 * <table>
 * <caption>Files</caption>
 * <tr><th>file</th><th>header</th><th>a line</th></tr>
 * <tr><td>edges</td><td>{@code from,to}</td><td>an edge, once, in either direction; no self-loops</td></tr>
 * <tr><td>features</td><td>{@code node,} and a name for each of the d features</td><td>a node and d
 * finite numbers</td></tr>
 * <tr><td>labels</td><td>{@code node,label}</td><td>a node and its class, counted from 0, or nothing if unknown</td></tr>
 * <tr><td></td><td>{@code node,} and two or more names of classes</td><td>a node, and 1 or 0 for each class</td></tr>
 * <tr><td>split</td><td>{@code node,part}</td><td>a node and {@code train}, {@code validation} or {@code test}; nodes may be omitted</td></tr>
 * </table>
 *
 * <p>Features and labels have one line for each node, in any order. The number of classes is the
 * largest class plus one.
 */
public final class CsvDataset {

  private static final String NODE = "node";

  private CsvDataset() {}

  /**
   * Reads {@code edges.csv}, {@code features.csv}, {@code labels.csv} and, if it is there, {@code
   * split.csv}.
   *
   * @param directory the directory of the files
   * @return the data set, named after the directory
   * @throws DatasetFormatException if a file is missing or malformed; the message names file and
   *     line
   * @throws UncheckedIOException if a file cannot be read
   */
  public static Dataset load(Path directory) {
    Dataset dataset =
        load(
            DatasetFiles.nameOf(directory),
            directory.resolve("edges.csv"),
            directory.resolve("features.csv"),
            directory.resolve("labels.csv"));
    Path split = directory.resolve("split.csv");
    return Files.exists(split) ? dataset.withSplit(readSplit(split, dataset)) : dataset;
  }

  /**
   * Reads a graph, its features and its labels.
   *
   * @param name its name in tables
   * @param edges the edges
   * @param features the features
   * @param labels the labels
   * @return the data set, without a split; features are sparse if three quarters of them are zero
   * @throws DatasetFormatException if a file is missing or malformed; the message names file and
   *     line
   * @throws UncheckedIOException if a file cannot be read
   */
  public static Dataset load(String name, Path edges, Path features, Path labels) {
    FeatureMatrix x = readFeatures(features);
    Labels y = readLabels(labels, x.rows(), features);
    return new Dataset(name, EdgeListFile.read(edges, x.rows()), x, y);
  }

  private static FeatureMatrix readFeatures(Path file) {
    NodeColumn nodes = new NodeColumn(file);
    DoubleArrayList numbers = new DoubleArrayList();
    CsvFile.startingWith(file, NODE)
        .forEachRow(
            row -> {
              nodes.add(row);
              for (int column = 1; column < row.columnCount(); column++) {
                numbers.add(row.number(column));
              }
            });
    int[] lineOf = nodes.lineOfNode();
    int cols = numbers.size() / lineOf.length;
    DMatrixRMaj x = new DMatrixRMaj(lineOf.length, cols);
    for (int node = 0; node < lineOf.length; node++) {
      numbers.getElements(lineOf[node] * cols, x.data, node * cols, cols);
    }
    return DatasetFiles.compact(x);
  }

  private static Labels readLabels(Path file, int nodeCount, Path features) {
    NodeColumn nodes = new NodeColumn(file);
    List<int[]> rows = new ArrayList<>();
    CsvFile.startingWith(file, NODE)
        .forEachRow(
            row -> {
              nodes.add(row);
              int[] labels = new int[row.columnCount() - 1];
              if (labels.length == 1) {
                // More classes than nodes are refused, which keeps an absurd class from
                // allocating.
                labels[0] = row.text(1).isEmpty() ? Labels.UNKNOWN : row.below(nodeCount, 1);
              } else {
                for (int label = 0; label < labels.length; label++) {
                  labels[label] = row.below(2, label + 1);
                }
              }
              rows.add(labels);
            });
    int[] lineOf = nodes.lineOfNode();
    if (lineOf.length != nodeCount) {
      throw DatasetFormatException.inFile(
          file, "expected the " + nodeCount + " nodes of " + features + ", found " + lineOf.length);
    }
    if (rows.get(0).length == 1) {
      int[] classes = new int[nodeCount];
      int classCount = 1;
      for (int node = 0; node < nodeCount; node++) {
        classes[node] = rows.get(lineOf[node])[0];
        classCount = Math.max(classCount, classes[node] + 1);
      }
      return Labels.single(classes, classCount);
    }
    boolean[][] member = new boolean[nodeCount][rows.get(0).length];
    for (int node = 0; node < nodeCount; node++) {
      for (int label = 0; label < member[node].length; label++) {
        member[node][label] = rows.get(lineOf[node])[label] == 1;
      }
    }
    return Labels.multi(member);
  }

  private static NodeSplit readSplit(Path file, Dataset dataset) {
    int nodeCount = dataset.graph().nodeCount();
    boolean[] seen = new boolean[nodeCount];
    IntArrayList train = new IntArrayList();
    IntArrayList validation = new IntArrayList();
    IntArrayList test = new IntArrayList();
    CsvFile.of(file, NODE, "part")
        .forEachRow(
            row -> {
              int node = row.below(nodeCount, 0);
              if (seen[node]) {
                throw row.problem("expected each node once, found " + node + " a second time");
              }
              seen[node] = true;
              switch (row.text(1)) {
                case "train" -> train.add(node);
                case "validation" -> validation.add(node);
                case "test" -> test.add(node);
                default -> throw row.expected("train, validation or test", 1);
              }
            });
    return new NodeSplit(train, validation, test);
  }

  /** The first column of a file with one line per node. */
  private static final class NodeColumn {

    private final Path file;
    private final IntArrayList nodes = new IntArrayList();

    NodeColumn(Path file) {
      this.file = file;
    }

    void add(CsvFile.Row row) {
      nodes.add(row.below(Integer.MAX_VALUE, 0));
    }

    /** For each node, the index of its line below the header. */
    int[] lineOfNode() {
      if (nodes.isEmpty()) {
        throw DatasetFormatException.inFile(file, "expected a line for each node, found none");
      }
      int[] line = new int[nodes.size()];
      Arrays.fill(line, -1);
      for (int i = 0; i < line.length; i++) {
        int node = nodes.getInt(i);
        if (node >= line.length || line[node] >= 0) {
          throw DatasetFormatException.at(
              file,
              "row " + (i + 1) + " below the header",
              "expected each node 0, 1, ..., "
                  + (line.length - 1)
                  + " in one of the "
                  + line.length
                  + " rows, found "
                  + node
                  + (node < line.length ? " a second time" : ""));
        }
        line[node] = i;
      }
      return line;
    }
  }
}
