package io.linkteller.experiment;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.TDistribution;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the running times stated in the documentation, or compares those of two builds. */
@Command(
    name = "benchmark",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures running times, each in a separate process. Run nothing else at the same time.",
      "Exits with 1 if a target is missed."
    })
final class BenchmarkCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Directory that contains the twitch graphs ES, RU and DE.")
  private Path data;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "TARGET",
      description = "Targets to measure: ${COMPLETION-CANDIDATES}. Default: all.")
  private List<BenchmarkTarget> only = List.of(BenchmarkTarget.values());

  @Option(
      names = "--threads",
      description = "Number of threads for training and attacks. Default: all processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--against",
      paramLabel = "JAR",
      description =
          "The jar of another build of this program. Each target is measured --pairs times with"
              + " both builds in turn, and the ratio of the times (this build's divided by the"
              + " other's) is printed with its 95 %% interval. Exits with 1 if an interval extends"
              + " beyond 1.05.")
  private Optional<Path> against = Optional.empty();

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description =
          "With --against, how often each target is measured with both builds, at least 2; use at"
              + " least 30 on a machine that others use. Default: ${DEFAULT-VALUE}.")
  private int pairs = 5;

  @Option(names = "--in-this-process", hidden = true)
  private boolean inThisProcess;

  /** The largest ratio that counts as equally fast. */
  private static final double SLOWER = 1.05;

  private static final String THIS_BUILD = System.getProperty("java.class.path");

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (pairs < 2) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--pairs is " + pairs + ", but must be at least 2");
    }
    PrintWriter print = spec.commandLine().getOut();
    if (inThisProcess) {
      double[] seconds = only.get(0).measure(new BenchmarkTarget.Setting(data, threads));
      print.println(
          DoubleStream.of(seconds).mapToObj(Double::toString).collect(Collectors.joining(" ")));
      print.flush();
      return CommandLine.ExitCode.OK;
    }
    return against.isPresent() ? compare(against.get(), print) : measure(print);
  }

  private int measure(PrintWriter print) throws IOException, InterruptedException {
    List<List<String>> rows = new ArrayList<>();
    boolean missed = false;
    for (BenchmarkTarget target : only) {
      double[] seconds = inSeparateProcess(target, THIS_BUILD);
      double[] repeated = repeated(seconds);
      double typical = repeated[repeated.length / 2];
      boolean misses = target.limit().isPresent() && typical > target.limit().getAsDouble();
      missed |= misses;
      rows.add(
          List.of(
              target.what(),
              target.heap(),
              shown(seconds[0]),
              seconds.length == 1 ? "" : shown(typical),
              seconds.length == 1
                  ? ""
                  : shown(repeated[0]) + " to " + shown(repeated[repeated.length - 1]),
              target.limit().isPresent() ? shown(target.limit().getAsDouble()) : "",
              target.limit().isEmpty() ? "" : misses ? "missed" : "met"));
    }
    print.print(
        Experiments.table(
            List.of("what", "heap", "first", "repeated (median)", "repeated (range)", "target", ""),
            rows));
    print.flush();
    return missed ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
  }

  /** Measures this build and another in turn, so that other load affects both alike. */
  private int compare(Path other, PrintWriter print) throws IOException, InterruptedException {
    List<List<String>> rows = new ArrayList<>();
    boolean slower = false;
    double student = new TDistribution(pairs - 1).inverseCumulativeProbability(0.975);
    for (BenchmarkTarget target : only) {
      double[] logs = new double[pairs];
      double[] last = new double[2];
      for (int round = 0; round < pairs; round++) {
        for (int turn = 0; turn < 2; turn++) {
          // The build that goes first changes from round to round.
          int build = (round + turn) % 2;
          // Other load can only increase a time, so the minimum of each process is compared.
          last[build] =
              repeated(inSeparateProcess(target, build == 0 ? THIS_BUILD : other.toString()))[0];
        }
        logs[round] = Math.log(last[0] / last[1]);
      }
      double mean = Arrays.stream(logs).average().orElseThrow();
      double squares = Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).sum();
      double half = student * Math.sqrt(squares / (pairs - 1) / pairs);
      slower |= Math.exp(mean + half) > SLOWER;
      rows.add(
          List.of(
              target.what(),
              String.format(Locale.ROOT, "%.3f", Math.exp(mean)),
              String.format(
                  Locale.ROOT, "%.3f to %.3f", Math.exp(mean - half), Math.exp(mean + half))));
    }
    print.print(Experiments.table(List.of("what", "time / time of the other build", "95 %"), rows));
    print.flush();
    return slower ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
  }

  /**
   * Returns the times in ascending order. Omits the first, which is the warm-up, unless it is the
   * only one.
   */
  private static double[] repeated(double[] seconds) {
    double[] repeated =
        seconds.length == 1 ? seconds.clone() : Arrays.copyOfRange(seconds, 1, seconds.length);
    Arrays.sort(repeated);
    return repeated;
  }

  private static String shown(double seconds) {
    return String.format(Locale.ROOT, seconds < 1 ? "%.3f s" : "%.1f s", seconds);
  }

  /** Runs this command in a separate process, so that no target warms up another. */
  private double[] inSeparateProcess(BenchmarkTarget target, String classes)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + target.heap(),
                "-cp",
                classes,
                Experiments.class.getName(),
                "benchmark",
                "--in-this-process",
                "--data=" + data,
                "--only=" + target.name(),
                "--threads=" + threads)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String answer =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    int exit = process.waitFor();
    if (exit != 0) {
      throw new IllegalArgumentException(
          "can't measure " + target + ": its process ended with exit code " + exit);
    }
    return Stream.of(answer.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }
}
