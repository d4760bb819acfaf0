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

/**
 * A graph as a CSV file: the header {@code from,to}, then one edge per line, in either direction.
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
   * @return the graph; undirected if the file has the columns {@code from,to} alone
   * @throws DatasetFormatException as {@link EdgeListReader#read}
   * @throws UncheckedIOException if the file cannot be read
   */
  public static Graph read(Path file, int nodeCount) {
    return EdgeListReader.of(EdgeDirection.SYMMETRIC).read(file, NodeNames.numbers(nodeCount));
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
