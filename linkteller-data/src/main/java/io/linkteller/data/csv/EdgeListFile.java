package io.linkteller.data.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.source.CsvFile;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * A graph as a CSV file: the header {@code from,to}, then one edge per line, in either direction.
 */
public final class EdgeListFile {

  private static final String FROM = "from";
  private static final String TO = "to";

  private EdgeListFile() {}

  /**
   * Reads an undirected graph.
   *
   * @param file the file
   * @param nodeCount n: the nodes are 0 to n-1
   * @return the graph
   * @throws DatasetFormatException as for any graph
   * @throws UncheckedIOException if the file cannot be read
   */
  public static Graph read(Path file, int nodeCount) {
    return read(file, nodeCount, false);
  }

  /**
   * Reads a graph.
   *
   * @param file the file
   * @param nodeCount n: the nodes are 0 to n-1
   * @param directed whether each row is an arc
   * @return the graph
   * @throws DatasetFormatException if the file is missing, has another header or an invalid row: a
   *     node out of range or not a number, a self-loop, a repeated edge; the message names file and
   *     line
   * @throws UncheckedIOException if the file cannot be read
   */
  public static Graph read(Path file, int nodeCount, boolean directed) {
    Graph.Builder builder = Graph.builder(nodeCount);
    if (directed) {
      builder.directed();
    }
    LongOpenHashSet seen = new LongOpenHashSet();
    CsvFile.of(file, FROM, TO)
        .forEachRow(
            row -> {
              int u = row.below(nodeCount, 0);
              int v = row.below(nodeCount, 1);
              if (u == v) {
                throw row.problem("expected two different nodes, found the self-loop " + u);
              }
              int first = directed ? u : Math.min(u, v);
              int second = directed ? v : Math.max(u, v);
              if (!seen.add(NodePairs.pack(first, second))) {
                throw row.problem(
                    "expected each edge once, found (" + u + ", " + v + ") a second time");
              }
              builder.addEdge(u, v);
            });
    return builder.build();
  }

  /**
   * Writes a graph, edges in ascending order. The file is replaced atomically. Only its owner can
   * read it; whoever publishes a perturbed graph changes its permissions.
   *
   * @param graph the graph
   * @param file the file to write
   * @throws UncheckedIOException if the file cannot be written; no partial file is left
   */
  public static void write(Graph graph, Path file) {
    graph.requireSimple("the edge list");
    AtomicFile.write(
        file,
        out -> {
          try (CsvWriter rows = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out)) {
            rows.writeRecord(FROM, TO);
            graph.forEachEdge((u, v) -> rows.writeRecord(Integer.toString(u), Integer.toString(v)));
          }
        });
  }
}
