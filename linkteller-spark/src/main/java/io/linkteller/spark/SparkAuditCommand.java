package io.linkteller.spark;

import io.linkteller.models.audit.LeakageReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The program for {@code spark-submit}. */
@Command(
    name = "linkteller-spark",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Ranks every edge of a graph among all pairs by the exact influences of a model, on Spark,",
      "and writes the edges with their ranks as Parquet."
    })
public final class SparkAuditCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Directory of the binary data set, as written by linkteller convert.")
  private Path data;

  @Option(
      names = "--weights",
      required = true,
      paramLabel = "FILE.npz",
      description = "The model, as written by linkteller --save-weights.")
  private Path weights;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description =
          "Where to write exposures.parquet and, with --top, predicted.parquet, readable only by"
              + " their owner.")
  private String out;

  @Option(
      names = "--top",
      paramLabel = "M",
      description = "Also write the M pairs with the highest scores.")
  private Optional<Long> top = Optional.empty();

  @Option(
      names = "--partitions",
      paramLabel = "P",
      description = "Number of partitions. Default: eight per core of the cluster.")
  private Optional<Integer> partitions = Optional.empty();

  @Option(
      names = "--send-files",
      description =
          "Send the files to the executors. Otherwise they must have the same paths on every"
              + " machine.")
  private boolean sending;

  private SparkAuditCommand() {}

  /**
   * Runs the program and exits: 0 for success, 1 if the work failed, 2 if the arguments are wrong.
   *
   * @param args the arguments
   */
  public static void main(String[] args) {
    int exit = new CommandLine(new SparkAuditCommand()).execute(args);
    // In cluster mode, exit(0) is reported as a failure.
    if (exit != 0) {
      System.exit(exit);
    }
  }

  /**
   * Returns a builder of a session whose files only their owner can read, since they list edges.
   */
  static SparkSession.Builder writingForTheOwner() {
    return SparkSession.builder().config("spark.hadoop.fs.permissions.umask-mode", "077");
  }

  @Override
  public Integer call() throws IOException {
    try (SparkSession session = writingForTheOwner().appName("LinkTeller").getOrCreate()) {
      SparkAudit.Builder builder = SparkAudit.builder(session, data, weights);
      partitions.ifPresent(builder::partitions);
      if (sending) {
        builder.sendingFiles();
      }
      SparkAudit audit = builder.build();
      long start = System.nanoTime();
      LeakageReport report = audit.run();
      double seconds = (System.nanoTime() - start) / 1e9;
      audit.exposures(report).write().mode(SaveMode.Overwrite).parquet(out + "/exposures.parquet");
      top.ifPresent(
          m ->
              audit
                  .topPairs(m)
                  .write()
                  .mode(SaveMode.Overwrite)
                  .parquet(out + "/predicted.parquet"));
      spec.commandLine()
          .getOut()
          .println(
              String.format(
                  Locale.ROOT,
                  "%,d pairs of %,d nodes, %,d of them edges; exact ranks in %.1f s.%n"
                      + "%,d edges are among the first %,d pairs. Digest of all ranks: %s",
                  report.pairCount(),
                  report.targets().size(),
                  report.edgeCount(),
                  seconds,
                  report.edgesAmong(report.edgeCount()),
                  report.edgeCount(),
                  report.digest()));
      return CommandLine.ExitCode.OK;
    }
  }
}
