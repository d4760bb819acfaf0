package io.linkteller.cli;

import io.linkteller.data.numpy.NumpyDataset;
import io.linkteller.file.SpreadsheetText;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/**
 * The option for names in tables. Names cannot be escaped, since tables may be read back; but a
 * spreadsheet or a terminal that shows a table may execute names, which come from files.
 */
final class CsvNames {

  @Option(
      names = "--raw-names",
      description =
          "Write names into tables even if a spreadsheet or terminal would execute them; without"
              + " this option, they are rejected.")
  private boolean raw;

  /**
   * Rejects a table with names that would be executed, before any work is done.
   *
   * @param file the file; accepted if it is not a table, since other formats omit or escape such
   *     names
   */
  void check(Path file, NodeNames names, Graph graph) {
    String end = String.valueOf(file.getFileName());
    if (raw || end.endsWith(".json") || NumpyDataset.isArchive(file)) {
      return;
    }
    Stream<String> nodes =
        names.areNumbers()
            ? Stream.of()
            : IntStream.range(0, names.nodeCount()).mapToObj(names::of);
    Stream.concat(graph.relationNames().stream(), nodes)
        .filter(name -> SpreadsheetText.isExecuted(name) || !Terminal.printable(name).equals(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw new IllegalArgumentException(
                  "a spreadsheet or a terminal would execute the name \""
                      + name
                      + "\" in "
                      + file
                      + "; write it anyway with --raw-names, or rename the node or relation");
            });
  }
}
