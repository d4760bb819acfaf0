package io.linkteller.data.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.EdgeDirection;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A graph in a CSV file, which consists of a header, such as {@code from,to}, and one line per
 * edge. The order of the ends of an undirected edge does not matter.
 */
public final class EdgeListFile {

  private static final String FROM = "from";
  private static final String TO = "to";

  private EdgeListFile() {}

  /**
   * Reads a graph with the settings of {@link EdgeListReader#of}.
   *
   * @param file the file
   * @param nodeCount n: the nodes are 0 to n-1
   * @return the graph; undirected if the file has only the columns {@code from,to}
   * @throws DatasetFormatException under the conditions of {@link EdgeListReader#read}
   * @throws UncheckedIOException if the file cannot be read
   */
  public static Graph read(Path file, int nodeCount) {
    return EdgeListReader.of(EdgeDirection.SYMMETRIC)
        .firstNode(0)
        .read(file, NodeNames.numbers(nodeCount));
  }

  /**
   * Writes an undirected graph without relations in the same way as {@link #write(Graph, NodeNames,
   * List, Path)}, with numbers as the names of the nodes.
   *
   * @param graph the graph
   * @param file the file to write
   * @throws IllegalArgumentException if the graph is directed or weighted, or has relations
   * @throws UncheckedIOException if the file cannot be written; no partial file is left
   */
  public static void write(Graph graph, Path file) {
    graph.requireSimple("the edge list with the columns from,to");
    write(graph, NodeNames.numbers(graph.nodeCount()), List.of(FROM, TO), file);
  }

  /**
   * Writes a graph with edges in ascending order. An existing file is replaced atomically. Only its
   * owner can read the file; to publish a perturbed graph, change the file's permissions. Relations
   * without edges do not appear in the file.
   *
   * @param graph the graph
   * @param names the names of its nodes
   * @param columns the names of the columns: the two ends, the source first, and the relation if
   *     there are relations
   * @param file the file to write
   * @throws IllegalArgumentException if the graph has weights, or the number of columns is wrong
   * @throws UncheckedIOException if the file cannot be written; no partial file is left
   */
  public static void write(Graph graph, NodeNames names, List<String> columns, Path file) {
    graph.requireUnweighted("the edge list");
    boolean typed = !graph.relations().isEmpty();
    if (columns.size() != (typed ? 3 : 2)) {
      throw new IllegalArgumentException(
          "columns = " + columns + " is the wrong number of columns for " + graph);
    }
    List<Graph> relations = typed ? graph.relations() : List.of(graph);
    AtomicFile.write(
        file,
        out -> {
          try (CsvWriter rows = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out)) {
            rows.writeRecord(columns);
            for (int r = 0; r < relations.size(); r++) {
              List<String> type = typed ? List.of(graph.relationName(r)) : List.of();
              relations
                  .get(r)
                  .forEachEdge(
                      (u, v) ->
                          rows.writeRecord(
                              Stream.concat(Stream.of(names.of(u), names.of(v)), type.stream())
                                  .toList()));
            }
          }
        });
  }
}
