package io.linkteller.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import io.linkteller.cli.benchmark.LimitMeasurement;
import io.linkteller.cli.benchmark.MachineLimits;
import io.linkteller.cli.benchmark.Peer;
import io.linkteller.cli.benchmark.Timed;
import io.linkteller.cli.benchmark.Work;
import io.linkteller.file.AtomicFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures all performance targets on this machine and reports which are met. */
@Command(
    name = "benchmark",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures running times, each in a process and heap of its own, and what the machine could do"
          + " at most: memory bandwidth, gathering of rows, multiply-adds and random numbers.",
      "For each time, prints the share of the machine's limit that is reached: the time that the"
          + " least bytes and operations of the task take at the full rate, divided by the time"
          + " measured.",
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

  @Option(
      names = "--json",
      paramLabel = "FILE.json",
      description = "Where to write limits, times and the least work of each step, as JSON.")
  private Optional<Path> json = Optional.empty();

  @Option(
      names = "--peers",
      paramLabel = "true|false",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "true",
      description =
          "Whether other implementations on the class path are run beside; default: ${DEFAULT-VALUE}."
              + " The runnable jar has none.")
  private boolean peers;

  @Option(names = "--peer", hidden = true)
  private Optional<String> peer = Optional.empty();

  @Option(names = "--in-this-process", hidden = true)
  private boolean inThisProcess;

  @Option(names = "--limits-in-this-process", hidden = true)
  private boolean limitsInThisProcess;

  @Option(
      names = "--brief",
      description =
          "Measure the machine's limits on small arrays only, and kernels for a moment only.")
  private boolean brief;

  /** The names of the targets on the command line. */
  static final class TargetNames extends EnumNames<BenchmarkTarget> {

    TargetNames() {
      super(BenchmarkTarget.class);
    }
  }

  /**
   * The limits of the machine.
   *
   * @param single with one thread
   * @param all with all threads
   */
  record Limits(MachineLimits single, MachineLimits all) {

    MachineLimits of(BenchmarkTarget target) {
      return target.isSequential() ? single : all;
    }
  }

  /** One target, the times of its repetitions, and the limits of the machine. */
  private record Measured(BenchmarkTarget target, Timed timed, MachineLimits limits) {

    double typical() {
      return timed.typical();
    }

    private String range() {
      List<Double> repeated = timed.repeated();
      return seconds(repeated.get(0)) + " to " + seconds(repeated.get(repeated.size() - 1));
    }

    boolean missed() {
      OptionalDouble limit = target.limit();
      return limit.isPresent() && typical() > limit.getAsDouble();
    }

    double least() {
      return limits.seconds(timed.work());
    }

    double share() {
      return least() / typical();
    }

    /** Returns the resource that limits the steps that take longest together. */
    MachineLimits.Resource slowest() {
      Map<MachineLimits.Resource, Double> times = new EnumMap<>(MachineLimits.Resource.class);
      for (Work step : timed.work()) {
        times.merge(limits.slowest(step), limits.seconds(step), Double::sum);
      }
      return Collections.max(times.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    List<String> row() {
      boolean once = timed.seconds().size() == 1;
      return List.of(
          target.what(),
          target.heap(),
          seconds(timed.first()),
          once ? "" : seconds(typical()),
          once ? "" : range(),
          seconds(least()),
          slowest().name().toLowerCase(Locale.ROOT),
          String.format(Locale.ROOT, share() < 0.1 ? "%.3f" : "%.2f", share()),
          target.limit().isEmpty() ? "" : seconds(target.limit().getAsDouble()),
          target.limit().isEmpty() ? "" : missed() ? "missed" : "met");
    }

    Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("target", target.name());
      fields.put("what", target.what());
      fields.put("heap", target.heap());
      fields.put("threads", limits.threads());
      fields.put("seconds", timed.seconds());
      fields.put("typicalSeconds", typical());
      fields.put("leastSeconds", least());
      fields.put("share", share());
      fields.put("steps", timed.work().stream().map(this::step).toList());
      return fields;
    }

    private Map<String, Object> step(Work step) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("work", step);
      fields.put("leastSeconds", limits.seconds(step));
      fields.put("limitedBy", limits.slowest(step));
      return fields;
    }

    private static String seconds(double value) {
      if (value < 1e-3) {
        return String.format(Locale.ROOT, "%.1f µs", value * 1e6);
      }
      if (value < 0.1) {
        return String.format(Locale.ROOT, "%.2f ms", value * 1e3);
      }
      return String.format(Locale.ROOT, value < 1 ? "%.3f s" : "%.1f s", value);
    }
  }

  /** The same computation by another implementation, measured in the same run. */
  private record Compared(
      BenchmarkTarget target, Timed ours, String name, Timed theirs, MachineLimits limits) {

    double share() {
      return limits.seconds(ours.work()) / theirs.typical();
    }

    /** Returns how many times as long as ours the peer takes. */
    double ratio() {
      return theirs.typical() / ours.typical();
    }

    List<String> row() {
      return List.of(
          target.what(),
          name,
          Measured.seconds(theirs.typical()),
          Measured.seconds(ours.typical()),
          String.format(Locale.ROOT, "%.2f", ratio()),
          String.format(Locale.ROOT, "%.2f", share()));
    }

    Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("target", target.name());
      fields.put("peer", name);
      fields.put("seconds", theirs.seconds());
      fields.put("typicalSeconds", theirs.typical());
      fields.put("timesOurs", ratio());
      fields.put("share", share());
      return fields;
    }
  }

  /** Loops wait for the compiler, so that even on a busy machine only compiled code is measured. */
  private static final List<String> LIMITS = List.of("-Xmx2g", "-Xbatch");

  private static final List<String> PEER_HEADER =
      List.of("what", "by", "time", "ours", "their time / ours", "their share of the limit");

  private static final List<String> HEADER =
      List.of(
          "what",
          "heap",
          "first",
          "repeated (median)",
          "repeated (range)",
          "limit",
          "set by",
          "share",
          "target",
          "");

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter print = spec.commandLine().getOut();
    if (inThisProcess) {
      print.println(
          peer.isPresent()
              ? measureInThisProcess(peer.get())
              : Output.json(only.get(0).measure(setting())));
      print.flush();
      return CommandLine.ExitCode.OK;
    }
    if (limitsInThisProcess) {
      print.println(Output.json(measureLimits()));
      print.flush();
      return CommandLine.ExitCode.OK;
    }
    out.ifPresent(file -> Arguments.check(spec, () -> AtomicFile.require(file)));
    json.ifPresent(file -> Arguments.check(spec, () -> AtomicFile.require(file)));
    say("measuring: the limits of the machine");
    Limits limits = read(inProcess(LIMITS, "--limits-in-this-process", "limits"), Limits.class);
    List<Peer> others = peers ? peers() : List.of();
    List<Measured> measured = new ArrayList<>();
    List<Compared> compared = new ArrayList<>();
    for (BenchmarkTarget target : only) {
      say("measuring: " + target.what());
      Timed timed = read(measure(target), Timed.class);
      measured.add(new Measured(target, timed, limits.of(target)));
      for (Peer other : others) {
        Optional.ofNullable(read(measure(target, other), Timed.class))
            .map(theirs -> new Compared(target, timed, other.name(), theirs, limits.of(target)))
            .ifPresent(compared::add);
      }
    }
    limits(limits).forEach(print::println);
    List<List<String>> rows = measured.stream().map(Measured::row).toList();
    print.println(Output.table(HEADER, rows));
    if (!compared.isEmpty()) {
      print.println(Output.table(PEER_HEADER, compared.stream().map(Compared::row).toList()));
    }
    ratio(measured).ifPresent(print::println);
    print.flush();
    out.ifPresent(
        file -> AtomicFile.write(file, stream -> stream.write(page(limits, measured, compared))));
    json.ifPresent(
        file -> AtomicFile.write(file, stream -> stream.write(json(limits, measured, compared))));
    return measured.stream().anyMatch(Measured::missed)
        ? CommandLine.ExitCode.SOFTWARE
        : CommandLine.ExitCode.OK;
  }

  private Limits measureLimits() {
    LimitMeasurement measurement = brief ? LimitMeasurement.brief() : LimitMeasurement.thorough();
    MachineLimits single = measurement.measure(1);
    return new Limits(single, threads == 1 ? single : measurement.measure(threads));
  }

  private BenchmarkTarget.Setting setting() {
    return new BenchmarkTarget.Setting(data, threads, brief ? 0.1 : 2);
  }

  private void say(String line) {
    spec.commandLine().getErr().println(line);
    spec.commandLine().getErr().flush();
  }

  private static <T> T read(byte[] answer, Class<T> type) throws IOException {
    return new ObjectMapper().readValue(answer, type);
  }

  private static List<Peer> peers() {
    return ServiceLoader.load(Peer.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  /** Returns the times of a peer, or null if it has no such computation, as JSON. */
  private String measureInThisProcess(String name) {
    Peer chosen =
        peers().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no peer is called " + name));
    chosen.start(threads);
    double seconds = setting().seconds();
    return only.get(0)
        .by(chosen, setting())
        .map(run -> Output.json(Timed.sampling(seconds, seconds, run::run, List.of())))
        .orElse("null");
  }

  private byte[] measure(BenchmarkTarget target, Peer other)
      throws IOException, InterruptedException {
    return inProcess(
        List.of("-Xmx" + target.heap()),
        "--in-this-process",
        target + " by " + other.name(),
        "--only",
        target.name(),
        "--peer",
        other.name());
  }

  private byte[] measure(BenchmarkTarget target) throws IOException, InterruptedException {
    return inProcess(
        List.of("-Xmx" + target.heap()),
        "--in-this-process",
        target.toString(),
        "--only",
        target.name());
  }

  /** Runs this command in a separate process and returns what it writes. */
  private byte[] inProcess(List<String> settings, String mode, String what, String... more)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(settings);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            LinkTellerCommand.class.getName(),
            "benchmark",
            mode,
            "--data",
            data.toString(),
            "--threads",
            Integer.toString(threads)));
    if (brief) {
      command.add("--brief");
    }
    command.addAll(List.of(more));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    byte[] answer = process.getInputStream().readAllBytes();
    int exit = process.waitFor();
    if (exit != 0) {
      throw new IllegalArgumentException(
          "can't measure " + what + ": its process ended with exit code " + exit);
    }
    return answer;
  }

  private static List<String> limits(Limits limits) {
    List<String> lines = new ArrayList<>(List.of(limits.single().summary()));
    if (limits.all().threads() > 1) {
      lines.add(limits.all().summary());
    }
    return lines;
  }

  private static byte[] json(Limits limits, List<Measured> measured, List<Compared> compared) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("limits", limits);
    fields.put("measured", measured.stream().map(Measured::fields).toList());
    fields.put("peers", compared.stream().map(Compared::fields).toList());
    return Output.json(fields).getBytes(StandardCharsets.UTF_8);
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

  private byte[] page(Limits limits, List<Measured> measured, List<Compared> compared) {
    StringBuilder page = new StringBuilder("# Benchmarks\n\n");
    page.append("Written on ")
        .append(LocalDate.now(ZoneOffset.UTC))
        .append(" by\n\n```\njava -jar linkteller-cli/target/linkteller.jar ")
        .append(command())
        .append("\n```\n\n");
    page.append("Machine: ").append(machine()).append(".\n\n");
    limits(limits).forEach(line -> page.append("- ").append(line).append(".\n"));
    page.append('\n');
    table(page, HEADER, measured.stream().map(Measured::row).toList());
    if (!compared.isEmpty()) {
      page.append("\n## Side by side\n\n");
      table(page, PEER_HEADER, compared.stream().map(Compared::row).toList());
    }
    page.append("\nEach line is a process of its own. \"first\" includes all warming up.\n");
    ratio(measured).ifPresent(line -> page.append(line).append('\n'));
    return page.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void table(StringBuilder page, List<String> header, List<List<String>> rows) {
    page.append("| ").append(String.join(" | ", header)).append(" |\n");
    page.append("|---".repeat(header.size())).append("|\n");
    for (List<String> row : rows) {
      page.append("| ").append(String.join(" | ", row)).append(" |\n");
    }
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
