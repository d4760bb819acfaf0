package io.linkteller.experiment;

import io.linkteller.eval.cell.CellListener;
import io.linkteller.report.Report;
import io.linkteller.report.ReportFiles;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the paper's experiments and writes their reports. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs an experiment of the paper and writes its report.",
      "Finished parts are kept in the directory of the results: run the same command again to"
          + " continue after an interruption.",
      "Reports are called NAME, or NAME-quick with --quick. 'all' runs every experiment whose data"
          + " are present and continues if one fails; it reports failures at the end and then exits"
          + " with 1."
    })
final class ReproduceCommand implements Callable<Integer> {

  private static final String ALL = "all";

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      paramLabel = "NAME",
      completionCandidates = Names.class,
      description = "Experiment: ${COMPLETION-CANDIDATES}.")
  private String name;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description =
          "Directory of the data; reads twitch/RU/..., planetoid/ind.cora.*, ppi/*.npz, flickr/*.npz"
              + " and the others, if present.")
  private Path data;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Directory of the results; created if it is missing.")
  private Path out;

  @Option(
      names = "--quick",
      description = "Fewer repetitions, data sets and epsilons: minutes instead of hours.")
  private boolean quick;

  @Option(
      names = "--threads",
      description =
          "Number of threads; no results except times depend on it. Default: all processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  /** The names of the experiments, and the name that selects all of them. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.concat(
              ExperimentProvider.all().stream().map(ExperimentProvider::label), Stream.of(ALL))
          .iterator();
    }
  }

  @Override
  public Integer call() {
    if (threads < 1) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--threads is " + threads + ", below 1");
    }
    boolean all = name.equals(ALL);
    List<ExperimentProvider> experiments = all ? ExperimentProvider.all() : List.of(experiment());
    Reproduction run =
        Reproduction.of(
            DatasetDirectory.in(data), quick ? Budget.QUICK : Budget.FULL, out, threads);
    PrintWriter print = spec.commandLine().getOut();
    Map<ExperimentProvider, RuntimeException> failures = new LinkedHashMap<>();
    long start = System.nanoTime();
    for (ExperimentProvider experiment : experiments) {
      if (all && !run.canRun(experiment)) {
        print.println(
            experiment.label()
                + ": skipped, since none of "
                + experiment.dataNames()
                + " is present.");
        continue;
      }
      try {
        List<Path> files = ReportFiles.write(report(run, experiment), out);
        print.println(
            experiment.label()
                + ": "
                + files.get(0)
                + " after "
                + String.format(Locale.ROOT, "%.2f s", (System.nanoTime() - start) / 1e9));
      } catch (RuntimeException e) {
        if (!all) {
          throw e;
        }
        failures.put(experiment, e);
        print.println(experiment.label() + ": failed");
      }
      print.flush();
    }
    failures.forEach(this::tell);
    return failures.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private void tell(ExperimentProvider experiment, RuntimeException failure) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(experiment.label() + " failed: " + failure.getMessage());
    if (!Experiments.isMendable(failure)) {
      failure.printStackTrace(err);
    }
    err.flush();
  }

  private ExperimentProvider experiment() {
    return ExperimentProvider.labeled(name)
        .orElseThrow(
            () ->
                new CommandLine.ParameterException(
                    spec.commandLine(),
                    "'"
                        + name
                        + "' is not an experiment; choose one of "
                        + String.join(", ", new Names())));
  }

  private Report report(Reproduction run, ExperimentProvider experiment) {
    PrintWriter err = spec.commandLine().getErr();
    CellListener progress =
        (cell, done, total) -> {
          if (total > 0 && CommandLine.Help.Ansi.AUTO.enabled()) {
            err.printf(Locale.ROOT, "%s: %.0f %%%n", experiment.label(), 100 * done / total);
            err.flush();
          }
        };
    return run.report(experiment, progress).with("command", command(experiment));
  }

  /**
   * Returns the command line that reproduces the report, without the local paths of data and
   * results.
   */
  private String command(ExperimentProvider experiment) {
    return "linkteller-experiments reproduce "
        + experiment.label()
        + (quick ? " --quick" : "")
        + " --data DIR --out DIR --threads "
        + threads;
  }
}
