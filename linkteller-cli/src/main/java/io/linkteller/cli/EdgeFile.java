package io.linkteller.cli;

import io.linkteller.data.csv.EdgeListReader;
import io.linkteller.data.numpy.NumpyDataset;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import io.linkteller.jgrapht.GraphFile;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads edges from a graph file, an array, an archive or a table, detected by content. */
final class EdgeFile {

  private EdgeFile() {}

  static Graph read(Path file, NodeNames names, EdgeListReader reader) {
    return read(file, names, reader, Optional.empty(), Optional.empty());
  }

  /** Reads the edges, with their weights and types from separate arrays if given. */
  static Graph read(
      Path file,
      NodeNames names,
      EdgeListReader reader,
      Optional<Path> weights,
      Optional<Path> types) {
    return GraphFile.isGraph(file)
        ? GraphFile.read(file).graph(reader, names)
        : NumpyDataset.graph(file, names, reader, weights, types);
  }

  /**
   * Returns the names of the nodes to which the rows of a feature array belong: those of the graph
   * file, or numbers if it has none.
   */
  static NodeNames namesOfRows(Path file, int nodes, Consumer<String> remarks) {
    return Optional.of(file)
        .filter(GraphFile::isGraph)
        .map(GraphFile::read)
        .filter(graph -> graph.names().nodeCount() == nodes)
        .map(graph -> graph.namesOfRows(remarks))
        .orElse(NodeNames.numbers(nodes));
  }
}
