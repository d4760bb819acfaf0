package io.linkteller.cli;

import io.linkteller.data.Dataset;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.file.AtomicFile;
import io.linkteller.models.audit.LeakageReport;
import io.linkteller.models.audit.StreamedAudit;
import io.linkteller.models.program.GraphModel;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for auditing a graph of millions of nodes, and the audit itself. */
final class StreamOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--stream",
      description =
          "For graphs of millions of nodes: rank the edges by exact influences under the score"
              + " 'paper', target by target, without storing the influences, and run no attack.")
  private boolean stream;

  @Option(
      names = "--k-hat",
      defaultValue = "k",
      paramLabel = "BELIEF",
      converter = Belief.Converter.class,
      description =
          "With --stream, the attacker's density belief: k/4, k/2, k, 2k or 4k for the rounded"
              + " density k, or a number. Default: ${DEFAULT-VALUE}.")
  private Belief belief;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description =
          "With --stream, where to save the state every two minutes. If the file exists, the audit"
              + " continues from it. The file is as sensitive as the graph.")
  private Optional<Path> checkpoint = Optional.empty();

  boolean isGiven() {
    return stream;
  }

  /**
   * Rejects models that cannot be audited this way.
   *
   * @param isForeign whether this program cannot differentiate the model
   */
  void check(boolean isForeign) {
    if (stream && isForeign) {
      throw new ParameterException(
          spec.commandLine(),
          "--stream needs a model that this program can differentiate: its own or an ONNX file");
    }
    checkpoint.ifPresent(file -> Arguments.check(spec, () -> AtomicFile.require(file)));
  }

  /** Ranks the edges in bounded memory. */
  StreamedReport audit(
      ServedData data,
      GraphModel audited,
      FeatureMatrix features,
      String name,
      double trainSeconds,
      int threads) {
    Dataset served = data.served();
    double kHat =
        Arguments.read(spec, () -> belief.kHat(Optional.of(RoundedDensity.of(served.graph()))));
    long start = System.nanoTime();
    LeakageReport leakage;
    try (Progress progress =
        Remarks.of(spec).progress("auditing", 2L * served.graph().nodeCount())) {
      StreamedAudit audit =
          StreamedAudit.of(audited, served.graph(), features)
              .parallelism(threads)
              .onProgress(progress.queries());
      leakage = checkpoint.map(audit::checkpoint).orElse(audit).run();
    }
    return new StreamedReport(
        served, name, trainSeconds, leakage, kHat, (System.nanoTime() - start) / 1e9);
  }
}
