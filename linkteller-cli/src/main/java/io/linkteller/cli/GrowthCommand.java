package io.linkteller.cli;

import io.linkteller.file.AtomicFile;
import io.linkteller.report.figure.FigureFile;
import io.linkteller.report.figure.LineFigure;
import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.Unit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how the running time grows with the size of the graph. */
@Command(
    name = "growth",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures how cost grows with the size of a graph.",
      "The processor time of training, attack, streamed audit, EdgeRand and LapGraph is measured on"
          + " generated graphs of growing size; a table and figures are written after each graph."
          + " The time is that of all threads together, so other work on the machine affects it"
          + " little."
    })
final class GrowthCommand implements Callable<Integer> {

  /** A size of a graph. */
  record Size(int nodes, int edges) {}

  /** A series of graph sizes in which one quantity grows. */
  private enum Sweep {
    BOTH("nodes and edges, average degree 20", "nodes-and-edges", true) {
      @Override
      List<Size> sizes() {
        return List.of(
            new Size(1_000, 10_000),
            new Size(10_000, 100_000),
            new Size(100_000, 1_000_000),
            new Size(1_000_000, 10_000_000));
      }
    },
    NODES("nodes, 100,000 edges", "nodes", false) {
      @Override
      List<Size> sizes() {
        return List.of(
            new Size(2_000, 100_000),
            new Size(10_000, 100_000),
            new Size(100_000, 100_000),
            new Size(1_000_000, 100_000));
      }
    },
    EDGES("edges, 10,000 nodes", "edges", true) {
      @Override
      List<Size> sizes() {
        return List.of(
            new Size(10_000, 10_000),
            new Size(10_000, 100_000),
            new Size(10_000, 1_000_000),
            new Size(10_000, 10_000_000));
      }
    };

    private final String title;
    private final String file;
    private final boolean overEdges;

    Sweep(String title, String file, boolean overEdges) {
      this.title = title;
      this.file = "growth-" + file + ".svg";
      this.overEdges = overEdges;
    }

    abstract List<Size> sizes();
  }

  /** Times span three decades, hence the logarithm, which is not negative for milliseconds. */
  private static final Metric LOG_TIME = Metric.unmarked("log10 of milliseconds", Unit.NUMBER, 1);

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--most-edges",
      defaultValue = "10000000",
      paramLabel = "E",
      description = "Leave out graphs with more edges. Default: ${DEFAULT-VALUE}.")
  private int mostEdges;

  @Option(names = "--seed", defaultValue = "42", description = "Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Directory for growth.md and the figures; made if it is missing.")
  private Path out;

  @CommandLine.Mixin private Threads threads;

  @Override
  public Integer call() {
    try {
      Files.createDirectories(out);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create the directory " + out + ": " + e, e);
    }
    Map<Size, Map<GrowthTask, Double>> measured = new LinkedHashMap<>();
    List<Size> sizes =
        Stream.of(Sweep.values())
            .flatMap(sweep -> sweep.sizes().stream())
            .filter(size -> size.edges() <= mostEdges)
            .distinct()
            .sorted(Comparator.comparingInt(Size::edges).thenComparingInt(Size::nodes))
            .toList();
    if (sizes.isEmpty()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--most-edges is " + mostEdges + ", below that of every graph");
    }
    String page = "";
    for (Size size : sizes) {
      Remarks.of(spec)
          .print(String.format(Locale.ROOT, "%,d nodes, %,d edges", size.nodes(), size.edges()));
      measured.put(size, GrowthTask.measureAll(size.nodes(), size.edges(), seed, threads.count()));
      page = write(measured);
    }
    spec.commandLine().getOut().print(page);
    spec.commandLine().getOut().flush();
    return CommandLine.ExitCode.OK;
  }

  /** Writes the measurements so far. */
  private String write(Map<Size, Map<GrowthTask, Double>> measured) {
    StringBuilder page = new StringBuilder();
    for (Sweep sweep : Sweep.values()) {
      List<Size> sizes = sweep.sizes().stream().filter(measured::containsKey).toList();
      if (!sizes.isEmpty()) {
        page.append(table(sweep, sizes, measured));
        FigureFile.writeSvg(figure(sweep, sizes, measured), out.resolve(sweep.file));
      }
    }
    AtomicFile.write(
        out.resolve("growth.md"),
        stream -> stream.write(page.toString().getBytes(StandardCharsets.UTF_8)));
    return page.toString();
  }

  private static String table(
      Sweep sweep, List<Size> sizes, Map<Size, Map<GrowthTask, Double>> measured) {
    StringBuilder table = new StringBuilder();
    table.append("Over ").append(sweep.title).append(":\n\n| nodes | edges |");
    for (GrowthTask task : GrowthTask.values()) {
      table.append(' ').append(task.title()).append(" |");
    }
    table.append("\n|---|---|").append("---|".repeat(GrowthTask.values().length)).append('\n');
    for (Size size : sizes) {
      table.append(String.format(Locale.ROOT, "| %,d | %,d |", size.nodes(), size.edges()));
      seconds(measured, size)
          .forEach(
              (task, seconds) -> table.append(' ').append(Output.seconds(seconds)).append(" |"));
      table.append('\n');
    }
    return table.append('\n').toString();
  }

  private static LineFigure figure(
      Sweep sweep, List<Size> sizes, Map<Size, Map<GrowthTask, Double>> measured) {
    List<LineFigure.Line> lines = new ArrayList<>();
    for (GrowthTask task : GrowthTask.values()) {
      List<LineFigure.Point> points = new ArrayList<>();
      for (Size size : sizes) {
        double seconds = seconds(measured, size).getOrDefault(task, 1e-3);
        points.add(
            new LineFigure.Point(
                Math.log10(sweep.overEdges ? size.edges() : size.nodes()),
                Measurement.of(Math.max(0, Math.log10(1000 * seconds)))));
      }
      lines.add(new LineFigure.Line(task.title(), points));
    }
    return new LineFigure(
        "Processor time over " + sweep.title,
        "log10 of the number of " + (sweep.overEdges ? "edges" : "nodes"),
        LOG_TIME,
        lines,
        List.of());
  }

  private static Map<GrowthTask, Double> seconds(
      Map<Size, Map<GrowthTask, Double>> measured, Size size) {
    return measured.getOrDefault(size, Map.of());
  }
}
