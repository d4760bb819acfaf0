package io.linkteller.data.binary;

import io.linkteller.data.Dataset;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.NodeSplit;
import io.linkteller.data.source.DatasetFiles;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.MappedFeatures;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.file.AtomicFile;
import io.linkteller.file.MappedFile;
import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A data set in binary files, for graphs of millions of nodes. The files are mapped into memory.
 * Dense features are read from the mapping and take no space on the heap; the graph, sparse
 * features and labels are copied to the heap.
 *
 * <p>All numbers are little-endian. Every file begins with a header of 64 bytes: the letters {@code
 * LINKTELL}, the version 1 (int32), the kind (int32), rows, columns and entries (int64 each), and
 * zeros.
 *
 * <table>
 * <caption>Files</caption>
 * <tr><th>file</th><th>kind</th><th>after the header</th></tr>
 * <tr><td>graph.bin</td><td>1</td><td>n rows, n columns, 2|E| entries: n + 1 offsets (int64), then
 * the neighbors of each node, ascending (int32)</td></tr>
 * <tr><td>features.bin</td><td>2</td><td>n rows, d columns: n d numbers of single precision, row by
 * row</td></tr>
 * <tr><td></td><td>3</td><td>the same in double precision</td></tr>
 * <tr><td></td><td>4</td><td>n rows, d columns and all stored entries: n + 1 offsets (int64), the
 * columns of the entries (int32), zeros up to a multiple of 8 bytes, the values (float64)</td></tr>
 * <tr><td>labels.bin (optional)</td><td>5</td><td>n rows, c columns: the class of each node, -1 if
 * unknown (int32)</td></tr>
 * <tr><td></td><td>6</td><td>n rows, c columns: n c bytes, 1 if a node belongs to a class</td></tr>
 * <tr><td>split.bin (optional)</td><td>7</td><td>n rows: one byte per node, 1 for training, 2 for
 * validation, 3 for test, 0 for none</td></tr>
 * </table>
 */
public final class BinaryDataset {

  static final String GRAPH = "graph.bin";
  static final String FEATURES = "features.bin";
  static final String LABELS = "labels.bin";
  static final String SPLIT = "split.bin";

  private BinaryDataset() {}

  /**
   * Writes a data set. Dense features are written in single precision if this loses no information.
   *
   * @param dataset the data set
   * @param directory the directory; created if it is missing
   * @throws IllegalArgumentException if nodes have names, which the format does not store, or the
   *     graph is directed or weighted
   * @throws UncheckedIOException if a file cannot be written
   */
  public static void write(Dataset dataset, Path directory) {
    if (!dataset.names().areNumbers()) {
      throw new IllegalArgumentException(
          "the binary format does not store identifiers of nodes, such as "
              + dataset.names().of(0)
              + "; number the nodes from 0 in features and edges");
    }
    AtomicFile.createDirectories(directory);
    BinaryWriter.writeGraph(dataset.graph(), directory.resolve(GRAPH));
    BinaryWriter.writeFeatures(dataset.features(), directory.resolve(FEATURES));
    BinaryWriter.writeLabels(dataset.labels(), directory.resolve(LABELS));
    Path split = directory.resolve(SPLIT);
    if (dataset.split().isPresent()) {
      BinaryWriter.writeSplit(dataset.split().get(), dataset.graph().nodeCount(), split);
      return;
    }
    try {
      // Otherwise, the split of an earlier data set in the directory would be read with this one.
      Files.deleteIfExists(split);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Maps a data set.
   *
   * @param directory the directory of the files
   * @return the data set, named after the directory; without {@code labels.bin}, all classes are
   *     unknown
   * @throws DatasetFormatException if a file is missing or malformed; the message names it
   * @throws UncheckedIOException if a file cannot be read
   */
  public static Dataset load(Path directory) {
    Graph graph = readGraph(directory.resolve(GRAPH));
    Path features = directory.resolve(FEATURES);
    FeatureMatrix x = readFeatures(features);
    requireRows(features, x.rows(), graph);
    Path labels = directory.resolve(LABELS);
    Path split = directory.resolve(SPLIT);
    Dataset read =
        new Dataset(
            DatasetFiles.nameOf(directory),
            graph,
            x,
            Files.exists(labels) ? readLabels(labels, graph) : Labels.unknown(graph.nodeCount()));
    return Files.exists(split) ? read.withSplit(readSplit(split, graph)) : read;
  }

  /**
   * Reads a graph.
   *
   * @param file a file in the format of {@code graph.bin}
   * @return the graph
   * @throws DatasetFormatException if the file is missing or malformed
   * @throws UncheckedIOException if it cannot be read
   */
  public static Graph readGraph(Path file) {
    MappedFile mapped = BinaryHeader.open(file, BinaryHeader.GRAPH);
    BinaryHeader header = BinaryHeader.of(mapped);
    if (header.cols() != header.rows()) {
      throw DatasetFormatException.at(
          file, "header", header.rows() + " rows but " + header.cols() + " columns");
    }
    try {
      return Graph.ofAdjacencyRows(offsets(mapped, header), columns(mapped, header));
    } catch (IllegalArgumentException e) {
      throw DatasetFormatException.at(file, "adjacency", String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Maps features.
   *
   * @param file a file in the format of {@code features.bin}
   * @return the features, mapped if they are dense
   * @throws DatasetFormatException if the file is missing or malformed
   * @throws UncheckedIOException if it cannot be read
   */
  public static FeatureMatrix readFeatures(Path file) {
    MappedFile mapped =
        BinaryHeader.open(
            file, BinaryHeader.DENSE_SINGLE, BinaryHeader.DENSE_DOUBLE, BinaryHeader.SPARSE);
    BinaryHeader header = BinaryHeader.of(mapped);
    int cols = (int) header.cols();
    try {
      if (header.kind() == BinaryHeader.SPARSE) {
        double[] values = new double[(int) header.entries()];
        for (int e = 0; e < values.length; e++) {
          values[e] = mapped.getDouble(header.valuesStart() + (long) e * Double.BYTES);
        }
        return SparseFeatures.of(
            CsrMatrix.of(cols, offsets(mapped, header), columns(mapped, header), values));
      }
      return MappedFeatures.open(
          file,
          BinaryHeader.BYTES,
          (int) header.rows(),
          cols,
          header.kind() == BinaryHeader.DENSE_SINGLE);
    } catch (IllegalArgumentException e) {
      throw DatasetFormatException.at(file, "features", String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Labels readLabels(Path file, Graph graph) {
    MappedFile mapped = BinaryHeader.open(file, BinaryHeader.CLASSES, BinaryHeader.MEMBERSHIPS);
    BinaryHeader header = BinaryHeader.of(mapped);
    requireRows(file, header.rows(), graph);
    int n = graph.nodeCount();
    int c = (int) header.cols();
    if (header.kind() == BinaryHeader.MEMBERSHIPS) {
      boolean[][] member = new boolean[n][c];
      for (int u = 0; u < n; u++) {
        for (int label = 0; label < c; label++) {
          member[u][label] = mapped.getByte(BinaryHeader.BYTES + (long) u * c + label) != 0;
        }
      }
      return Labels.multi(member);
    }
    int[] classes = new int[n];
    for (int u = 0; u < n; u++) {
      classes[u] = mapped.getInt(BinaryHeader.BYTES + (long) u * Integer.BYTES);
    }
    try {
      return Labels.single(classes, c);
    } catch (IllegalArgumentException e) {
      throw DatasetFormatException.at(file, "labels", String.valueOf(e.getMessage()), e);
    }
  }

  private static NodeSplit readSplit(Path file, Graph graph) {
    MappedFile mapped = BinaryHeader.open(file, BinaryHeader.SPLIT);
    requireRows(file, BinaryHeader.of(mapped).rows(), graph);
    IntList[] parts = {
      new IntArrayList(), new IntArrayList(), new IntArrayList(), new IntArrayList()
    };
    for (int u = 0; u < graph.nodeCount(); u++) {
      int part = mapped.getByte(BinaryHeader.BYTES + (long) u);
      if (part < 0 || part >= parts.length) {
        throw DatasetFormatException.at(file, "node " + u, "part " + part + " is outside [0, 3]");
      }
      parts[part].add(u);
    }
    return new NodeSplit(parts[1], parts[2], parts[3]);
  }

  private static void requireRows(Path file, long rows, Graph graph) {
    if (rows != graph.nodeCount()) {
      throw DatasetFormatException.inFile(
          file, "has " + rows + " rows for a graph of " + graph.nodeCount() + " nodes");
    }
  }

  private static int[] offsets(MappedFile mapped, BinaryHeader header) {
    int[] offsets = new int[(int) header.rows() + 1];
    for (int u = 0; u < offsets.length; u++) {
      long offset = mapped.getLong(BinaryHeader.BYTES + (long) u * Long.BYTES);
      if (offset < 0 || offset > header.entries()) {
        throw DatasetFormatException.at(
            mapped.path(),
            "row " + u,
            "offset " + offset + " is outside [0, " + header.entries() + "]");
      }
      offsets[u] = (int) offset;
    }
    return offsets;
  }

  private static int[] columns(MappedFile mapped, BinaryHeader header) {
    int[] columns = new int[(int) header.entries()];
    for (int e = 0; e < columns.length; e++) {
      columns[e] = mapped.getInt(header.columnsStart() + (long) e * Integer.BYTES);
    }
    return columns;
  }
}
