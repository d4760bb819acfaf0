package io.linkteller.fuzz;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Fuzzes all readers, in turns, for a given time. */
public final class FuzzMain {

  private static final int TURN = 500;

  private FuzzMain() {}

  /**
   * Fuzzes.
   *
   * @param args the number of seconds of processor time, a seed, the directory for inputs with
   *     findings, and perhaps names of readers
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    long until = Long.parseLong(args[0]) * 1_000_000_000L;
    long seed = Long.parseLong(args[1]);
    // The server answers in two packets, the second of which would wait for an acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    Path findings = Files.createDirectories(Path.of(args[2]));
    List<String> names = List.of(args).subList(3, args.length);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (Readers readers = new Readers()) {
      List<Fuzzer> fuzzers = new ArrayList<>();
      for (Reader reader : readers.all()) {
        if (names.isEmpty() || names.contains(reader.name())) {
          fuzzers.add(
              new Fuzzer(
                  reader, Files.createTempDirectory("fuzz"), seed + reader.name().hashCode()));
        }
      }
      // Also when terminated early.
      Runtime.getRuntime().addShutdownHook(new Thread(() -> summarize(fuzzers, out)));
      int[] reported = new int[fuzzers.size()];
      while (cpuTime() < until) {
        for (int i = 0; i < fuzzers.size() && cpuTime() < until; i++) {
          Fuzzer fuzzer = fuzzers.get(i);
          fuzzer.run(TURN);
          for (; reported[i] < fuzzer.findings().size(); reported[i]++) {
            report(fuzzer.findings().get(reported[i]), findings, reported[i], fuzzer, out);
          }
        }
      }
    }
  }

  private static void summarize(List<Fuzzer> fuzzers, PrintStream out) {
    long inputs = 0;
    for (Fuzzer fuzzer : fuzzers) {
      inputs += fuzzer.inputs();
      out.printf(
          Locale.ROOT,
          "%-20s %,12d inputs, %,12d accepted, %d findings%n",
          fuzzer.reader().name(),
          fuzzer.inputs(),
          fuzzer.accepted(),
          fuzzer.findings().size());
    }
    out.printf(
        Locale.ROOT, "%,d inputs in %d s of processor time%n", inputs, cpuTime() / 1_000_000_000);
  }

  private static long cpuTime() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static void report(
      Fuzzer.Finding finding, Path findings, int number, Fuzzer fuzzer, PrintStream out)
      throws IOException {
    out.println(finding.what());
    Path directory =
        Files.createDirectories(findings.resolve(fuzzer.reader().name() + "-" + number));
    for (Map.Entry<String, byte[]> part : finding.input().entrySet()) {
      Files.write(directory.resolve(part.getKey().replace('/', '_')), part.getValue());
    }
    if (finding.cause().isPresent()) {
      finding.cause().get().printStackTrace(out);
    }
  }
}
