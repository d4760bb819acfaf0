package io.linkteller.cli;

import io.linkteller.cli.BenchmarkRun.Line;
import io.linkteller.cli.BenchmarkRun.PeerLine;
import io.linkteller.cli.benchmark.MachineLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Formats the results of benchmarks as tables and as a page of Markdown. */
final class BenchmarkPage {

  static final List<String> HEADER =
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

  static final List<String> PEER_HEADER =
      List.of("what", "by", "theirs", "ours", "theirs / ours", "their share", "our share");

  private BenchmarkPage() {}

  static List<List<String>> rows(BenchmarkRun run) {
    return run.measured().stream().map(line -> row(run, line)).toList();
  }

  private static List<String> row(BenchmarkRun run, Line line) {
    boolean once = line.timed().seconds().size() == 1;
    List<Double> repeated = line.timed().repeated();
    String range = seconds(repeated.get(0)) + " to " + seconds(repeated.get(repeated.size() - 1));
    boolean limited = line.target().limit().isPresent();
    return List.of(
        line.target().what(),
        line.target().heap(),
        seconds(line.timed().first()),
        once ? "" : seconds(line.timed().typical()),
        once ? "" : range,
        seconds(run.least(line)),
        run.slowest(line).name().toLowerCase(Locale.ROOT),
        share(run.share(line)),
        limited ? seconds(line.target().limit().getAsDouble()) : "",
        limited ? line.missed() ? "missed" : "met" : "");
  }

  static List<List<String>> peerRows(BenchmarkRun run) {
    return run.peers().stream().map(line -> row(run, line)).toList();
  }

  private static List<String> row(BenchmarkRun run, PeerLine line) {
    return List.of(
        line.target().what(),
        line.peer(),
        seconds(line.timed().typical()),
        seconds(run.ours(line).timed().typical()),
        String.format(Locale.ROOT, "%.2f", run.ratio(line)),
        share(run.share(line)),
        share(run.share(run.ours(line))));
  }

  private static String share(double value) {
    return String.format(Locale.ROOT, value < 0.01 ? "%.1e" : value < 0.1 ? "%.3f" : "%.2f", value);
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

  static List<String> limits(BenchmarkRun run) {
    List<String> lines = new ArrayList<>(List.of(run.limits().single().summary()));
    if (run.limits().all().threads() > 1) {
      lines.add(run.limits().all().summary());
    }
    return lines;
  }

  /** Returns how much recomputing changed rows only gains, where both ways were measured. */
  static Optional<String> ratio(BenchmarkRun run) {
    return run.find(BenchmarkTarget.ATTACK)
        .flatMap(
            changed ->
                run.find(BenchmarkTarget.ATTACK_WITH_FULL_PASSES)
                    .map(
                        full ->
                            String.format(
                                Locale.ROOT,
                                "The attack that recomputes changed rows only is %.0f times as fast"
                                    + " as with full passes.",
                                full.timed().typical() / changed.timed().typical())));
  }

  /**
   * Checks that runs may be put on one page.
   *
   * @throws IllegalArgumentException if they differ in machine, Java version or number of threads
   */
  static void requireOneMachine(List<BenchmarkRun> runs) {
    for (BenchmarkRun run : runs) {
      if (!run.machine().equals(runs.get(0).machine())) {
        throw new IllegalArgumentException(
            "runs of different machines can't be on one page: "
                + runs.get(0).machine()
                + "; "
                + run.machine());
      }
    }
  }

  /** Returns a page of runs on one machine. Each has the limits that were measured in it. */
  static String of(List<BenchmarkRun> runs) {
    StringBuilder page = new StringBuilder("# Benchmarks\n\n");
    page.append("Machine: ").append(runs.get(0).machine()).append(".\n\n");
    page.append(
        "Each line was measured in a separate process. *First* is the first run in it, with class"
            + " loading and compilation;\n*repeated* are the runs after it. The *limit* is the time"
            + " that the least work of the task takes at the full rate of the\nmachine, which is"
            + " measured in the same run, and the *share* is the limit divided by the time;"
            + " [measuring.md](measuring.md)\nexplains both. All shares are of the limit in double"
            + " precision, those of other implementations in single precision too.\n");
    for (BenchmarkRun run : runs) {
      page.append("\n## ")
          .append(run.peers().isEmpty() ? "Tasks and kernels" : "Side by side")
          .append("\n\nMeasured on ")
          .append(run.date())
          .append(" by\n\n```\n")
          .append(run.command())
          .append("\n```\n\n");
      limits(run).forEach(line -> page.append("- ").append(line).append(".\n"));
      page.append('\n');
      if (run.peers().isEmpty()) {
        table(page, HEADER, rows(run));
      } else {
        table(page, PEER_HEADER, peerRows(run));
      }
      ratio(run).ifPresent(line -> page.append('\n').append(line).append('\n'));
    }
    page.append("\n## Rates of the machine\n\n");
    rates(page, runs.get(0).limits().all());
    return page.toString();
  }

  private static void rates(StringBuilder page, MachineLimits limits) {
    page.append("GB/s with ")
        .append(limits.threads())
        .append(" threads, by the size of the arrays or of the table.\n\n");
    List<String> header = new ArrayList<>(List.of("what"));
    limits.bandwidths().forEach(rate -> header.add(size(rate.size())));
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("triad", limits.bandwidths()));
    for (MachineLimits.GatherRates gather : limits.gathers()) {
      String numbers = gather.width() == 1 ? "1 number" : gather.width() + " numbers";
      rows.add(row("gather of rows of " + numbers, gather.rates()));
    }
    table(page, header, rows);
    page.append(
        String.format(
            Locale.ROOT,
            "%nAES in counter mode, one thread: %.1f GB/s.%n",
            limits.randomness() / 1e9));
  }

  private static List<String> row(String what, List<MachineLimits.Rate> rates) {
    List<String> row = new ArrayList<>(List.of(what));
    rates.forEach(rate -> row.add(String.format(Locale.ROOT, "%.1f", rate.rate() / 1e9)));
    return row;
  }

  private static String size(double bytes) {
    return bytes < 1 << 20 ? (int) bytes / 1024 + " KiB" : (int) bytes / (1 << 20) + " MiB";
  }

  private static void table(StringBuilder page, List<String> header, List<List<String>> rows) {
    page.append("| ").append(String.join(" | ", header)).append(" |\n");
    page.append("|---".repeat(header.size())).append("|\n");
    for (List<String> row : rows) {
      page.append("| ").append(String.join(" | ", row)).append(" |\n");
    }
  }
}
