package io.linkteller.cli;

import io.linkteller.attack.score.PairScore;
import io.linkteller.data.Dataset;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.file.AtomicFile;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.audit.InfluenceAudit;
import io.linkteller.models.audit.LeakageReport;
import io.linkteller.models.audit.StreamedAudit;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.parallel.Workers;
import io.linkteller.report.LeakageAuditComparison;
import io.linkteller.report.LeakageAuditFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Reports to the owner of a graph which of its edges a model leaks. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    exitCodeList = {
      LinkTellerCommand.SUCCESS,
      LinkTellerCommand.FAILURE,
      LinkTellerCommand.WRONG_ARGUMENTS,
      "3:the strongest attack is above --fail-above"
    },
    sortOptions = false,
    description = {
      "Reports to the owner of a graph which of its edges a model reveals.",
      "Reads or trains the model. Differentiates it, for the rank of every edge among all pairs"
          + " under LinkTeller's score, without a query; then runs every attack that fits on a"
          + " sample of targets and reports the strongest. A model of another program (--onnx,"
          + " --torchscript, --url) is only attacked. Exits with 3 if the strongest is above"
          + " --fail-above."
    })
final class AuditCommand implements Callable<Integer> {

  /** The exit code if the recall exceeds the threshold. */
  static final int ABOVE = 3;

  private static final List<String> OF_ATTACKS =
      List.of(
          "--degree",
          "--targets",
          "--own-features",
          "--range-check",
          "--whole-graph",
          "--max-queries",
          "--outputs",
          "--decimals",
          "--rate",
          "--report",
          "--compare");

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Mixin private DatasetChoice dataset;

  @CommandLine.Mixin private ModelChoice model;

  @CommandLine.Mixin private OtherModel otherModel;

  @CommandLine.Mixin private QueryRate rate;

  @Option(
      names = "--score",
      defaultValue = "reach_weighted",
      completionCandidates = ScoreNames.class,
      description =
          "How the attacker scores a pair, as for attack. Default: ${DEFAULT-VALUE}, the"
              + " strongest of those that ask one query a target.")
  private PairScore score;

  @Option(
      names = "--k-hat",
      defaultValue = "k",
      paramLabel = "BELIEF",
      converter = Belief.Converter.class,
      description =
          "The attacker's belief of the density: k/4, k/2, k, 2k or 4k of the rounded density k, or"
              + " a number. Default: ${DEFAULT-VALUE}.")
  private Belief belief;

  @Option(
      names = "--top",
      defaultValue = "20",
      paramLabel = "N",
      description = "How many of the most exposed edges to print. Default: ${DEFAULT-VALUE}.")
  private int top;

  @CommandLine.Mixin private AttackerOptions attackers;

  @Option(
      names = "--fail-above",
      paramLabel = "RECALL",
      description =
          "Exit with 3 if the strongest attack finds more than this share of the edges, in [0, 1].")
  private Optional<Double> failAbove = Optional.empty();

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Where to write the report as JSON, HTML and Markdown.")
  private Optional<Path> reportDirectory = Optional.empty();

  @Option(
      names = "--compare",
      paramLabel = "FILE.json",
      description = "An earlier report, as --report or --json wrote it, to compare with.")
  private Optional<Path> compare = Optional.empty();

  @Option(
      names = "--stream",
      description =
          "For graphs of millions of nodes: rank the edges by exact influences under the score"
              + " paper, target by target, without storing the influences, and run no attack.")
  private boolean stream;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description =
          "With --stream, where to save the state every two minutes. If the file exists, the audit"
              + " continues from it. As sensitive as the graph.")
  private Optional<Path> checkpoint = Optional.empty();

  @CommandLine.Mixin private Threads threads;

  @CommandLine.Mixin private Answer answer;

  @Option(
      names = "--out",
      paramLabel = "FILE.csv",
      description = "Where to write all edges, the most exposed first.")
  private Optional<Path> out = Optional.empty();

  @Override
  public Integer call() throws Exception {
    if (top < 0) {
      throw new CommandLine.ParameterException(spec.commandLine(), "--top is " + top + ", below 0");
    }
    Arguments.check(spec, () -> Workers.of(threads.count()));
    model.check(spec);
    attackers.check(spec);
    requireThreshold();
    compare.ifPresent(
        file -> Arguments.check(spec, () -> LeakageAuditFiles.requireComparable(file)));
    out.ifPresent(file -> Arguments.check(spec, () -> AtomicFile.require(file)));
    otherModel.check(spec);
    if (otherModel.isGiven()) {
      Arguments.requireNotGiven(
          spec, List.of("--score"), "has no effect on a model of another program: all are tried");
    }
    Arguments.check(spec, () -> rate.limit(query -> query.features().toDense()));
    requireStreamable();
    dataset.check(spec, !otherModel.isGiven() && model.trains());
    ServedData data = dataset.load(spec, !otherModel.isGiven() && !model.isImported());
    Dataset served = data.served();
    if (served.graph().edgeCount() == 0) {
      throw new IllegalArgumentException(served.name() + " has no edge that could leak");
    }
    if (stream) {
      return streamed(data);
    }
    AuditReport report = otherModel.isGiven() ? ofOtherModel(data) : ofOwnModel(data);
    LeakageAuditReport attacked = report.attacked();
    out.ifPresent(report::write);
    reportDirectory.ifPresent(
        directory ->
            LeakageAuditFiles.write(attacked, report.subject(), report.comparison(), directory));
    answer.print(() -> report.fields(top), () -> report.text(top));
    return failAbove.isPresent() && attacked.recall() > failAbove.get()
        ? ABOVE
        : CommandLine.ExitCode.OK;
  }

  /** Rejects options that have no effect if no attack is run. */
  private void requireStreamable() {
    if (!stream) {
      Arguments.requireNotGiven(spec, List.of("--checkpoint"), "needs --stream");
      return;
    }
    Arguments.requireNotGiven(
        spec, OF_ATTACKS, "does not go with --stream, which runs no attack on a sample");
    if (otherModel.isGiven()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--stream needs a model of this program, to differentiate it");
    }
    if (spec.commandLine().getParseResult().hasMatchedOption("--score")
        && !score.equals(PairScore.PAPER)) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--stream ranks by the score paper, not by " + score.name());
    }
    checkpoint.ifPresent(file -> Arguments.check(spec, () -> AtomicFile.require(file)));
  }

  /** Ranks the edges in bounded memory. */
  private int streamed(ServedData data) {
    Dataset served = data.served();
    double kHat =
        Arguments.read(spec, () -> belief.kHat(Optional.of(RoundedDensity.of(served.graph()))));
    ModelChoice.Chosen chosen = model.load(spec, data, threads.count());
    long start = System.nanoTime();
    LeakageReport leakage;
    try (Progress progress =
        Remarks.of(spec).progress("auditing", 2L * served.graph().nodeCount())) {
      StreamedAudit audit =
          StreamedAudit.of(chosen.model(), served.graph(), chosen.features())
              .parallelism(threads.count())
              .onProgress(progress.queries());
      leakage = checkpoint.map(audit::checkpoint).orElse(audit).run();
    }
    StreamedReport report =
        new StreamedReport(served.name(), chosen, leakage, kHat, (System.nanoTime() - start) / 1e9);
    out.ifPresent(file -> ExposureTable.write(leakage, file));
    answer.print(() -> report.fields(top), () -> report.text(top));
    return failAbove.isPresent() && leakage.recall(kHat) > failAbove.get()
        ? ABOVE
        : CommandLine.ExitCode.OK;
  }

  private AuditReport ofOwnModel(ServedData data) {
    Dataset served = data.served();
    RoundedDensity density = RoundedDensity.of(served.graph());
    double kHat = Arguments.read(spec, () -> belief.kHat(Optional.of(density)));
    ModelChoice.Chosen chosen = model.load(spec, data, threads.count());
    long start = System.nanoTime();
    LeakageReport leakage;
    try (Progress progress = Remarks.of(spec).progress("auditing", served.graph().nodeCount())) {
      leakage =
          InfluenceAudit.exact(chosen.model(), served.graph(), chosen.features())
              .parallelism(threads.count())
              .onProgress(progress.queries())
              .report(score);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    OptionalDouble utility =
        data.measured(
            GraphOwner.of(served.graph())
                .serve(chosen.model())
                .parallelism(threads.count())
                .predict(InferenceNodes.of(chosen.features()).query()));
    LeakageAuditReport attacked = attackers.audit(spec, data, chosen, threads.count());
    return new AuditReport(
        data,
        chosen.model() + ", " + chosen.origin(),
        served.name() + ", " + chosen.model(),
        chosen.trainSeconds(),
        utility,
        leakage,
        Optional.of(score),
        kHat,
        seconds,
        attacked,
        compared(attacked));
  }

  /** Audits a black box, whose leakage is what the strongest attack finds. */
  private AuditReport ofOtherModel(ServedData data) throws Exception {
    try (OtherModel.Opened opened = otherModel.open(data.served().graph(), threads.count())) {
      OptionalDouble utility =
          opened.isLocal()
              ? data.measured(opened.api().predict(InferenceNodes.of(data.features()).query()))
              : OptionalDouble.empty();
      long start = System.nanoTime();
      LeakageAuditReport attacked =
          attackers.audit(spec, data, rate.limit(opened.api()), belief, threads.count());
      return new AuditReport(
          data,
          opened.name(),
          data.served().name() + ", " + opened.title(),
          0,
          utility,
          attacked.exposure(),
          Optional.empty(),
          attacked.kHat(),
          (System.nanoTime() - start) / 1e9,
          attacked,
          compared(attacked));
    }
  }

  private Optional<LeakageAuditComparison> compared(LeakageAuditReport attacked) {
    return compare.map(
        file -> Arguments.read(spec, () -> LeakageAuditFiles.compare(file, attacked)));
  }

  private void requireThreshold() {
    if (failAbove.isPresent() && !(failAbove.get() >= 0 && failAbove.get() <= 1)) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--fail-above is " + failAbove.get() + ", outside [0, 1]");
    }
  }
}
