package io.linkteller.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import io.linkteller.cli.BenchmarkRun.Limits;
import io.linkteller.cli.BenchmarkRun.Line;
import io.linkteller.cli.BenchmarkRun.PeerLine;
import io.linkteller.cli.benchmark.LimitMeasurement;
import io.linkteller.cli.benchmark.MachineLimits;
import io.linkteller.cli.benchmark.Peer;
import io.linkteller.cli.benchmark.Timed;
import io.linkteller.file.AtomicFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.commons.math3.distribution.TDistribution;
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
      "Measures running times, each in a process of its own, and the limits of the machine: memory"
          + " bandwidth, gathering of rows, multiply-adds and random numbers.",
      "For each time, prints the share of the machine's limit that is reached: the time that the"
          + " least bytes and operations of the task take at the full rate, divided by the time"
          + " measured.",
      "Run nothing else meanwhile: it would be measured too.",
      "Exits with 1 if a target is missed."
    })
final class BenchmarkCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Directory that holds the twitch graphs ES, RU and DE. Required unless --from is given.")
  private Optional<Path> data = Optional.empty();

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
      description = "Where to write the tables and the facts of the machine, as Markdown.")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--json",
      paramLabel = "FILE.json",
      description = "Where to write limits, times and the least work of each step, as JSON.")
  private Optional<Path> json = Optional.empty();

  @Option(
      names = "--from",
      split = ",",
      paramLabel = "FILE.json",
      description = "Measure nothing, and put the results in these files on one page.")
  private List<Path> from = List.of();

  @Option(
      names = "--peers",
      paramLabel = "true|false",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "true",
      description =
          "Whether other implementations on the class path are run beside; default:"
              + " ${DEFAULT-VALUE}. The runnable jar has none.")
  private boolean peers;

  @Option(
      names = "--against",
      paramLabel = "JAR",
      description =
          "Runnable jar of another version. Each target is measured in turn by this version and by"
              + " the other, --pairs times, and the ratio of the times (this version's in the"
              + " numerator) is printed with its interval of 95 %%. Exits with 1 if an interval"
              + " reaches beyond 1.05.")
  private Optional<Path> against = Optional.empty();

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description =
          "With --against, how often each target is measured by both versions, at least 2;"
              + " default: ${DEFAULT-VALUE}. On a machine that others use, 30 or more.")
  private int pairs = 5;

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

  /** Loops wait for the compiler, so that even on a busy machine only compiled code is measured. */
  private static final List<String> LIMITS = List.of("-Xmx2g", "-Xbatch");

  /** The largest ratio that counts as equally fast. */
  private static final double SLOWER = 1.05;

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
    if (!from.isEmpty()) {
      return show(from.stream().map(BenchmarkRun::read).toList());
    }
    directory();
    if (against.isPresent()) {
      if (pairs < 2) {
        throw new CommandLine.ParameterException(
            spec.commandLine(), "--pairs is " + pairs + ", and must be at least 2");
      }
      return compare(against.get());
    }
    BenchmarkRun run = measure();
    json.ifPresent(file -> AtomicFile.write(file, stream -> stream.write(run.json())));
    return show(List.of(run));
  }

  private int show(List<BenchmarkRun> runs) {
    BenchmarkPage.requireOneMachine(runs);
    for (BenchmarkRun run : runs) {
      print(run, spec.commandLine().getOut());
    }
    out.ifPresent(
        file ->
            AtomicFile.write(
                file,
                stream -> stream.write(BenchmarkPage.of(runs).getBytes(StandardCharsets.UTF_8))));
    return runs.stream().flatMap(run -> run.measured().stream()).anyMatch(Line::missed)
        ? CommandLine.ExitCode.SOFTWARE
        : CommandLine.ExitCode.OK;
  }

  /** Measures this version and another in turn, so that what else runs affects both alike. */
  private int compare(Path other) throws IOException, InterruptedException {
    List<List<String>> rows = new ArrayList<>();
    boolean slower = false;
    double student = new TDistribution(pairs - 1).inverseCumulativeProbability(0.975);
    for (BenchmarkTarget target : only) {
      say("comparing: " + target.what());
      double[] logs = new double[pairs];
      double[] last = new double[2];
      for (int round = 0; round < pairs; round++) {
        for (int turn = 0; turn < 2; turn++) {
          // The version that goes first changes from round to round.
          int version = (round + turn) % 2;
          String classes = version == 0 ? System.getProperty("java.class.path") : other.toString();
          // What else runs only adds to a time, so the least of each process is compared.
          last[version] = read(measure(target, classes), Timed.class).repeated().get(0);
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
    spec.commandLine()
        .getOut()
        .println(Output.table(List.of("", "time / time of the other version", "95 %"), rows));
    return slower ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
  }

  private BenchmarkRun measure() throws IOException, InterruptedException {
    say("measuring: the limits of the machine");
    Limits limits =
        read(
            inProcess(
                LIMITS,
                System.getProperty("java.class.path"),
                "--limits-in-this-process",
                "limits"),
            Limits.class);
    List<Peer> others = peers ? peers() : List.of();
    List<Line> measured = new ArrayList<>();
    List<PeerLine> compared = new ArrayList<>();
    for (BenchmarkTarget target : only) {
      say("measuring: " + target.what());
      String ours = System.getProperty("java.class.path");
      measured.add(new Line(target, read(measure(target, ours), Timed.class)));
      for (Peer other : others) {
        Optional.ofNullable(read(measure(target, other), Timed.class))
            .ifPresent(timed -> compared.add(new PeerLine(target, other.name(), timed)));
      }
    }
    return new BenchmarkRun(
        LocalDate.now(ZoneOffset.UTC).toString(),
        command(!others.isEmpty()),
        machine(),
        limits,
        measured,
        compared);
  }

  private static void print(BenchmarkRun run, PrintWriter print) {
    BenchmarkPage.limits(run).forEach(print::println);
    print.println(Output.table(BenchmarkPage.HEADER, BenchmarkPage.rows(run)));
    if (!run.peers().isEmpty()) {
      print.println(Output.table(BenchmarkPage.PEER_HEADER, BenchmarkPage.peerRows(run)));
    }
    BenchmarkPage.ratio(run).ifPresent(print::println);
    print.flush();
  }

  private Limits measureLimits() {
    LimitMeasurement measurement = brief ? LimitMeasurement.brief() : LimitMeasurement.thorough();
    MachineLimits single = measurement.measure(1);
    return new Limits(single, threads == 1 ? single : measurement.measure(threads));
  }

  /** Returns the directory of the data, and refuses a command line without it. */
  private Path directory() {
    return data.orElseThrow(
        () ->
            new CommandLine.ParameterException(
                spec.commandLine(), "--data is required unless --from is given"));
  }

  private BenchmarkTarget.Setting setting() {
    return new BenchmarkTarget.Setting(directory(), threads, brief ? 0.1 : 2);
  }

  private void say(String line) {
    Remarks.of(spec).print(line);
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
        System.getProperty("java.class.path"),
        "--in-this-process",
        target + " by " + other.name(),
        "--only",
        target.name(),
        "--peer",
        other.name());
  }

  private byte[] measure(BenchmarkTarget target, String classes)
      throws IOException, InterruptedException {
    return inProcess(
        List.of("-Xmx" + target.heap()),
        classes,
        "--in-this-process",
        target.toString(),
        "--only",
        target.name());
  }

  /** Runs this command in a separate process and returns what it writes. */
  private byte[] inProcess(
      List<String> settings, String classes, String mode, String what, String... more)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(settings);
    command.addAll(
        List.of(
            "-cp",
            classes,
            LinkTellerCommand.class.getName(),
            "benchmark",
            mode,
            "--data",
            directory().toString(),
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

  /** Returns the command line without the locations of data and results on this machine. */
  private String command(boolean withPeers) {
    String targets =
        only.equals(List.of(BenchmarkTarget.values()))
            ? ""
            : " --only " + only.stream().map(Enum::name).collect(Collectors.joining(","));
    String options =
        (brief ? "--brief " : "")
            + "--data DIR"
            + targets
            + " --threads "
            + threads
            + (peers ? "" : " --peers=false")
            + (out.isPresent() ? " --out FILE.md" : "")
            + (json.isPresent() ? " --json FILE.json" : "");
    return withPeers
        ? "mvn -Dpeers -P unchecked -pl linkteller-cli -am integration-test \\\n  -Dpeers.args=\""
            + options
            + '"'
        : "java -jar linkteller-cli/target/linkteller.jar benchmark " + options;
  }

  private String machine() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return Runtime.getRuntime().availableProcessors()
        + " processors ("
        + System.getProperty("os.arch")
        + "), "
        + Math.round(system.getTotalMemorySize() / (double) (1 << 30))
        + " GiB of memory, "
        + System.getProperty("os.name")
        + ", Java "
        + Runtime.version()
        + ", "
        + threads
        + " threads";
  }
}
