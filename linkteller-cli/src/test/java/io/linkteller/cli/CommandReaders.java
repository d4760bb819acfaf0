package io.linkteller.cli;

import io.linkteller.data.Dataset;
import io.linkteller.data.EdgeDirection;
import io.linkteller.data.csv.EdgeListReader;
import io.linkteller.data.numpy.NumpyDataset;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import java.nio.file.Path;
import java.util.Optional;

/** The file readers that only commands use, for tests of all readers. */
public final class CommandReaders {

  private CommandReaders() {}

  /**
   * Reads the guarantee beside a file of edges.
   *
   * @param edges the file, which need not exist
   * @return whether the guarantee belongs to another graph
   */
  public static boolean isGuaranteeOfAnother(Path edges) {
    return GuaranteeFile.of(
            Graph.empty(2), edges.resolveSibling(""), edges.resolveSibling("other.csv"))
        .findAny()
        .isEmpty();
  }

  /**
   * Reads the arrays {@code x.npy}, {@code edge_index.npy}, {@code edge_type.npy} and {@code
   * y.npy}.
   *
   * @param directory the directory of the arrays
   * @return the graph with its features and labels
   */
  public static Dataset readArrays(Path directory) {
    return NumpyDataset.load(
        directory.resolve("x.npy"),
        Optional.of(directory.resolve("y.npy")),
        NodeNames::numbers,
        names ->
            NumpyDataset.graph(
                directory.resolve("edge_index.npy"),
                names,
                EdgeListReader.of(EdgeDirection.DIRECTED),
                Optional.empty(),
                Optional.of(directory.resolve("edge_type.npy"))));
  }

  /**
   * Reads identifiers of nodes.
   *
   * @param file one identifier per line
   * @return the number of identifiers
   */
  public static int countIdentifiers(Path file) {
    return LedgerOptions.lines(file).size();
  }

  /**
   * Reads a token, or a template of requests.
   *
   * @param file the file
   * @return the text
   */
  public static String readText(Path file) {
    return OtherModel.text(file);
  }
}
