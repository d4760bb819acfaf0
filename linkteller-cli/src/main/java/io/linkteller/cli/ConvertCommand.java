package io.linkteller.cli;

import io.linkteller.data.Dataset;
import io.linkteller.data.binary.BinaryDataset;
import io.linkteller.file.AtomicFile;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Converts a data set to binary files. */
@Command(
    name = "convert",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Writes a graph with its features and labels as binary files.",
      "The option --format binary maps these files into memory. Features are written as read,"
          + " except that --normalize-features rows (the default for planetoid) is applied first."
    })
final class ConvertCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Mixin private DatasetChoice dataset;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Directory for the files; created if it is missing.")
  private Path out;

  @CommandLine.Mixin private Answer answer;

  @Override
  public Integer call() {
    dataset.check(spec, false);
    Dataset served = dataset.load(spec, false).served();
    List<Path> guarantees = dataset.guarantees(served.graph()).toList();
    BinaryDataset.write(served, out);
    // A perturbed graph keeps its guarantee in any format.
    guarantees.forEach(this::copy);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("nodes", served.graph().nodeCount());
    fields.put("edges", served.graph().edgeCount());
    fields.put("features", served.features().cols());
    answer.print(
        () -> fields,
        () ->
            String.format(
                Locale.ROOT,
                "%,d nodes, %,d edges and %,d features written to %s",
                served.graph().nodeCount(),
                served.graph().edgeCount(),
                served.features().cols(),
                out));
    return CommandLine.ExitCode.OK;
  }

  private void copy(Path guarantee) {
    AtomicFile.write(
        out.resolve(String.valueOf(guarantee.getFileName())),
        copy -> {
          try (InputStream in = Files.newInputStream(guarantee)) {
            in.transferTo(copy);
          }
        });
  }
}
