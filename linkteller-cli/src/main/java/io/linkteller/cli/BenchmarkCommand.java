package io.linkteller.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import io.linkteller.file.AtomicFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures all performance targets on this machine and reports which are met. */
@Command(
    name = "benchmark",
    mixinStandardHelpOptions = true,
    exitCodeList = {
      LinkTellerCommand.SUCCESS,
      LinkTellerCommand.FAILURE + ", or a target is missed",
      LinkTellerCommand.WRONG_ARGUMENTS
    },
    sortOptions = false,
    description = {
      "Measures the times that the project holds itself to, each in a process and heap of its own.",
      "Let the machine rest meanwhile: what else runs is measured too.",
      "Exits with 1 if a target is missed."
    })
final class BenchmarkCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Directory that holds the twitch graphs ES, RU and DE.")
  private Path data;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "TARGET",
      completionCandidates = TargetNames.class,
      description = "Targets to measure: ${COMPLETION-CANDIDATES}. Default: all.")
  private List<BenchmarkTarget> only = List.of(BenchmarkTarget.values());

  @Option(
      names = "--threads",
      description = "Number of threads of training and attack. Default: all processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--out",
      paramLabel = "FILE.md",
      description = "Where to write the table and the facts of the machine, as Markdown.")
  private Optional<Path> out = Optional.empty();

  @Option(names = "--in-this-process", hidden = true)
  private boolean inThisProcess;

  /** The names of the targets on the command line. */
  static final class TargetNames extends EnumNames<BenchmarkTarget> {

    TargetNames() {
      super(BenchmarkTarget.class);
    }
  }

  /** One target and the times of its repetitions, in order. */
  private record Measured(BenchmarkTarget target, List<Double> seconds) {

    double first() {
      return seconds.get(0);
    }

    /** Returns the median of all times but the first, which is the warm-up, or the only time. */
    double typical() {
      return repeated().get(repeated().size() / 2);
    }

    /** Ascending. */
    private List<Double> repeated() {
      List<Double> rest = seconds.size() == 1 ? seconds : seconds.subList(1, seconds.size());
      return rest.stream().sorted().toList();
    }

    private String range() {
      return seconds(repeated().get(0)) + " to " + seconds(repeated().get(repeated().size() - 1));
    }

    boolean missed() {
      OptionalDouble limit = target.limit();
      return limit.isPresent() && typical() > limit.getAsDouble();
    }

    List<String> row() {
      return List.of(
          target.what(),
          target.heap(),
          seconds(first()),
          seconds.size() == 1 ? "" : seconds(typical()),
          seconds.size() == 1 ? "" : range(),
          target.limit().isEmpty() ? "" : seconds(target.limit().getAsDouble()),
          target.limit().isEmpty() ? "" : missed() ? "missed" : "met");
    }

    private static String seconds(double value) {
      return String.format(Locale.ROOT, value < 1 ? "%.3f s" : "%.1f s", value);
    }
  }

  private static final List<String> HEADER =
      List.of("what", "heap", "first", "repeated (median)", "repeated (range)", "target", "");

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter print = spec.commandLine().getOut();
    if (inThisProcess) {
      print.println(Output.json(only.get(0).seconds(data, threads)));
      print.flush();
      return CommandLine.ExitCode.OK;
    }
    out.ifPresent(file -> Arguments.check(spec, () -> AtomicFile.require(file)));
    List<Measured> measured = new ArrayList<>();
    for (BenchmarkTarget target : only) {
      Remarks.of(spec).print("measuring: " + target.what());
      measured.add(new Measured(target, measure(target)));
    }
    List<List<String>> rows = measured.stream().map(Measured::row).toList();
    print.println(Output.table(HEADER, rows));
    ratio(measured).ifPresent(print::println);
    print.flush();
    out.ifPresent(file -> AtomicFile.write(file, stream -> stream.write(page(measured))));
    return measured.stream().anyMatch(Measured::missed)
        ? CommandLine.ExitCode.SOFTWARE
        : CommandLine.ExitCode.OK;
  }

  /** Measures a target in a separate process. */
  private List<Double> measure(BenchmarkTarget target) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + target.heap(),
                "-cp",
                System.getProperty("java.class.path"),
                LinkTellerCommand.class.getName(),
                "benchmark",
                "--in-this-process",
                "--data",
                data.toString(),
                "--threads",
                Integer.toString(threads),
                "--only",
                target.name())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    byte[] answer = process.getInputStream().readAllBytes();
    int exit = process.waitFor();
    if (exit != 0) {
      throw new IllegalArgumentException(
          "can't measure " + target + ": its process ended with exit code " + exit);
    }
    return new ObjectMapper().readValue(answer, new TypeReference<List<Double>>() {});
  }

  private static Optional<String> ratio(List<Measured> measured) {
    Optional<Measured> changed = find(measured, BenchmarkTarget.ATTACK);
    Optional<Measured> full = find(measured, BenchmarkTarget.ATTACK_WITH_FULL_PASSES);
    if (changed.isEmpty() || full.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "Recomputing only what changes makes the attack %.0f times as fast.",
            full.get().typical() / changed.get().typical()));
  }

  private static Optional<Measured> find(List<Measured> measured, BenchmarkTarget target) {
    return measured.stream().filter(entry -> entry.target() == target).findFirst();
  }

  private byte[] page(List<Measured> measured) {
    StringBuilder page = new StringBuilder("# Benchmarks\n\n");
    page.append("Written on ")
        .append(LocalDate.now(ZoneOffset.UTC))
        .append(" by\n\n```\njava -jar linkteller-cli/target/linkteller.jar ")
        .append(command())
        .append("\n```\n\n");
    page.append("Machine: ").append(machine()).append(".\n\n");
    page.append("| ").append(String.join(" | ", HEADER)).append(" |\n");
    page.append("|---".repeat(HEADER.size())).append("|\n");
    for (Measured entry : measured) {
      page.append("| ").append(String.join(" | ", entry.row())).append(" |\n");
    }
    page.append("\nEach line is a process of its own. \"first\" includes all warming up.\n");
    ratio(measured).ifPresent(line -> page.append(line).append('\n'));
    return page.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the command line without the locations of data and page on this machine. */
  private String command() {
    String targets =
        only.equals(List.of(BenchmarkTarget.values()))
            ? ""
            : " --only " + only.stream().map(Enum::name).collect(Collectors.joining(","));
    return "benchmark --data DIR" + targets + " --threads " + threads + " --out FILE.md";
  }

  private String machine() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return Runtime.getRuntime().availableProcessors()
        + " processors ("
        + System.getProperty("os.arch")
        + "), "
        + system.getTotalMemorySize() / (1 << 30)
        + " GiB of memory, "
        + System.getProperty("os.name")
        + ", Java "
        + Runtime.version()
        + ", "
        + threads
        + " threads";
  }
}
