package io.linkteller.cli;

import io.linkteller.attack.score.PairScore;
import io.linkteller.data.Dataset;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.file.AtomicFile;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.audit.InfluenceAudit;
import io.linkteller.models.audit.LeakageReport;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.parallel.Workers;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Tells the owner of a graph which of its edges a model gives away. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Tells the owner of a graph which of its edges a model gives away.",
      "Reads or trains the model, differentiates it and asks no query. An edge is as exposed as its"
          + " rank among all pairs of nodes under LinkTeller's score."
    })
final class AuditCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Mixin private DatasetChoice dataset;

  @CommandLine.Mixin private ModelChoice model;

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
          "The attacker's belief of the density: k/4, k/2, k, 2k or 4k of the rounded density k, or a"
              + " number. Default: ${DEFAULT-VALUE}.")
  private Belief belief;

  @Option(
      names = "--top",
      defaultValue = "20",
      paramLabel = "N",
      description = "How many of the most exposed edges to print. Default: ${DEFAULT-VALUE}.")
  private int top;

  @CommandLine.Mixin private Threads threads;

  @CommandLine.Mixin private Answer answer;

  @Option(
      names = "--out",
      paramLabel = "FILE.csv",
      description = "Where to write all edges, the most exposed first.")
  private Optional<Path> out = Optional.empty();

  @Override
  public Integer call() {
    if (top < 0) {
      throw new CommandLine.ParameterException(spec.commandLine(), "--top is " + top + ", below 0");
    }
    Arguments.check(spec, () -> Workers.of(threads.count()));
    model.check(spec);
    out.ifPresent(file -> Arguments.check(spec, () -> AtomicFile.require(file)));
    dataset.check(spec, model.trains());
    ServedData data = dataset.load(spec, !model.isImported());
    Dataset served = data.served();
    if (served.graph().edgeCount() == 0) {
      throw new IllegalArgumentException(served.name() + " has no edge that could leak");
    }
    RoundedDensity density = RoundedDensity.of(served.graph());
    double kHat = Arguments.read(spec, () -> belief.kHat(Optional.of(density)));
    ModelChoice.Chosen chosen = model.load(spec, data, threads.count());
    long start = System.nanoTime();
    LeakageReport leakage;
    try (Progress progress = Progress.of("auditing", served.graph().nodeCount())) {
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
    AuditReport report = new AuditReport(data, chosen, utility, leakage, score, kHat, seconds);
    out.ifPresent(report::write);
    answer.print(() -> report.fields(top), () -> report.text(top));
    return CommandLine.ExitCode.OK;
  }
}
