package io.linkteller.cli;

import io.linkteller.attack.Access;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.prior.DenoisingAttack;
import io.linkteller.eval.audit.LeakageAudit;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.eval.audit.TooFewEdgesException;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.program.GraphModel;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.parallel.Workers;
import io.linkteller.report.LeakageAuditFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Reports to the owner of a graph how many of its edges attacks on a model find. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    exitCodeList = {
      LinkTellerCommand.SUCCESS,
      LinkTellerCommand.FAILURE,
      LinkTellerCommand.WRONG_ARGUMENTS,
      "3:the recall of the strongest attack may be above --fail-above",
      "4:undecided: the targets have too few edges, an allowed attack failed, or nearly all attacks"
          + " were refused"
    },
    sortOptions = false,
    description = {
      "Reports to a graph's owner which of its edges a model reveals.",
      "Reads or trains the model, runs every registered attack on targets, and reports how many"
          + " edges the strongest finds, which access it needs, and how certain the result is."
    })
final class AuditCommand implements Callable<Integer> {

  /** The exit code if the recall may exceed the limit. */
  static final int ABOVE = 3;

  /** The exit code if the verdict is undecided. */
  static final int UNDECIDED = 4;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Mixin private DatasetChoice dataset;

  @CommandLine.Mixin private TrueEdges trueEdges;

  @CommandLine.Mixin private TargetChoice targets;

  @CommandLine.Mixin private ModelChoice model;

  @CommandLine.Mixin private OtherModel otherModel;

  @CommandLine.Mixin private Protection protection;

  @CommandLine.Mixin private QueryRate rate;

  @CommandLine.Mixin private AccessOption access;

  @Option(
      names = "--attacks",
      split = ",",
      paramLabel = "NAME",
      converter = AttackNames.class,
      completionCandidates = AttackNames.class,
      description = "The attacks to run (see 'help attacks'). Default: all that --access allows.")
  private List<LinkAttackProvider> attacks = List.of();

  @Option(
      names = "--fail-above",
      paramLabel = "RECALL",
      description =
          "Exit with 3 if attacks may find more than this share of the targets' edges, unless"
              + " features reveal the same edges; with 4 if this is undecided.")
  private Optional<Double> failAbove = Optional.empty();

  @Option(names = "--all", description = "Run every attack, even once the verdict is decided.")
  private boolean all;

  @Option(
      names = "--journal",
      paramLabel = "DIR",
      description =
          "Keep every answer in a directory, and resume from it if it exists: a rerun of an"
              + " interrupted audit sends only the unanswered queries. Answers of another model,"
              + " graph or protection are rejected.")
  private Optional<Path> journal = Optional.empty();

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Where to write the report: JSON, HTML, Markdown, JUnit XML, SARIF.")
  private Optional<Path> reportDirectory = Optional.empty();

  @Option(
      names = "--compare",
      paramLabel = "FILE.json",
      description = "The JSON of an earlier report to compare with.")
  private Optional<Path> compare = Optional.empty();

  @Option(names = "--details", description = "Also print the tables.")
  private boolean details;

  @Option(names = "--plan", description = "Only print the attacks and their query counts.")
  private boolean plan;

  @Option(
      names = "--out",
      paramLabel = "FILE.csv",
      description = "Where to write all edges, most exposed first.")
  private Optional<Path> out = Optional.empty();

  @CommandLine.Mixin private StreamOptions streaming;

  @CommandLine.Mixin private Threads threads;

  @CommandLine.Mixin private CsvNames csvNames;

  @CommandLine.Mixin private Answer answer;

  /** The subject of the audit, as far as it is known. */
  private String subject = "";

  @Override
  public Integer call() throws Exception {
    targets.requireRandom(spec);
    Arguments.check(spec, () -> Workers.of(threads.count()));
    model.check(spec);
    Access declared = access.check(spec, !otherModel.isGiven());
    Arguments.check(spec, this::builder);
    compare.ifPresent(
        file -> Arguments.check(spec, () -> LeakageAuditFiles.requireComparable(file)));
    out.ifPresent(file -> Arguments.check(spec, () -> AtomicFile.require(file)));
    otherModel.check();
    protection.check(spec);
    if (protection.isGiven() && !otherModel.takesGraph()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--protect has no effect on a server that has its own graph");
    }
    Arguments.check(spec, () -> rate.limit(query -> query.features().toDense()));
    streaming.check(otherModel.isGiven() && !otherModel.isOnnx());
    dataset.check(spec, !otherModel.isGiven() && model.trains());
    ServedData read = dataset.load(spec, !otherModel.isGiven() && !model.isImported());
    ServedData data =
        streaming.isGiven()
            ? trueEdges.of(
                spec,
                read,
                dataset,
                "--stream ranks only the edges of the served graph; use --truth without --stream")
            : trueEdges.of(spec, read, dataset);
    out.ifPresent(file -> csvNames.check(file, data.served().names(), data.truth()));
    subject = data.served().name();
    if (data.truth().edgeCount() == 0) {
      return undecided(data, data.served().name() + " has no edge that could leak");
    }
    if (streaming.isGiven()) {
      return streamed(data);
    }
    boolean isServed = otherModel.isGiven() && !otherModel.isOnnx();
    if (plan || isServed) {
      AuditPlan planned =
          new AuditPlan(
              builder().access(declared).build().plan(targets.sample(spec, data).nodes().size()),
              rate.perSecond(otherModel.isElsewhere() ? AuditPlan.OF_SERVERS : AuditPlan.HERE));
      if (plan) {
        answer.print(planned::fields, planned::text);
        return CommandLine.ExitCode.OK;
      }
      Remarks.of(spec).print(planned.text());
    }
    AuditReport report;
    try {
      report = otherModel.isGiven() ? ofOtherModel(data) : ofOwnModel(data);
    } catch (TooFewEdgesException e) {
      return undecided(data, String.valueOf(e.getMessage()));
    }
    out.ifPresent(report::write);
    reportDirectory.ifPresent(
        directory -> report.writePages(spec, targets.describedSeed(), limits(), directory));
    answer.print(report::fields, details ? report::details : report::text);
    return report.exitCode();
  }

  private String limits() {
    return failAbove.map(limit -> "recall at most " + limit).orElse("none");
  }

  /** Writes and prints that the verdict is undecided, and how to choose other targets. */
  private int undecided(ServedData data, String reason) {
    reportDirectory.ifPresent(
        directory ->
            LeakageAuditFiles.writeUndecided(
                reason + ".",
                subject,
                Optional.of(
                    Remarks.record(
                        spec,
                        UNDECIDED,
                        targets.describedSeed(),
                        Fingerprint.of(data.served()),
                        "not queried",
                        limits())),
                directory));
    answer.print(
        () -> LeakageAuditFiles.fieldsUndecided(reason + ".", subject),
        () -> "UNDECIDED: " + reason + " (--targets all selects every node).");
    return UNDECIDED;
  }

  private LeakageAudit.Builder builder() {
    LeakageAudit.Builder audit = LeakageAudit.builder().parallelism(threads.count());
    if (!attacks.isEmpty()) {
      audit.running(attacks.stream().distinct().toList());
    }
    failAbove.ifPresent(audit::failAbove);
    return all ? audit.runAll() : audit;
  }

  private int streamed(ServedData data) throws Exception {
    StreamedReport report;
    if (otherModel.isGiven()) {
      try (OtherModel.Opened opened = otherModel.open(data.served().graph(), threads.count())) {
        GraphModel exact =
            opened
                .exact()
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "--stream needs a model that this program can differentiate"));
        report = streaming.audit(data, exact, data.features(), opened.name(), 0, threads.count());
      }
    } else {
      ModelChoice.Chosen chosen = model.load(spec, data, threads.count());
      report =
          streaming.audit(
              data,
              chosen.model(),
              chosen.features(),
              chosen.model() + ", " + chosen.origin(),
              chosen.trainSeconds(),
              threads.count());
    }
    out.ifPresent(file -> ExposureTable.write(report.leakage(), data.served().names(), file));
    answer.print(report::fields, report::text);
    return CommandLine.ExitCode.OK;
  }

  private AuditReport ofOwnModel(ServedData data) {
    ModelChoice.Chosen chosen = model.load(spec, data, threads.count());
    GraphOwner owner = protection.owner(data.served().graph());
    InferenceApi served = owner.serve(chosen.model()).parallelism(threads.count());
    return audited(
        new Audited(
            data,
            served,
            true,
            owner.view(),
            chosen.features(),
            chosen.model() + ", " + chosen.origin(),
            data.served().name() + ", " + chosen.model(),
            Fingerprint.of(chosen.model()),
            chosen.trainSeconds()));
  }

  private AuditReport ofOtherModel(ServedData data) throws Exception {
    Graph served = protection.owner(data.served().graph()).view();
    otherModel.requireOneOutput();
    try (OtherModel.Opened opened = otherModel.open(served, threads.count())) {
      return audited(
          new Audited(
              data,
              opened.api(),
              opened.isLocal(),
              served,
              data.features(),
              opened.name(),
              data.served().name() + ", " + opened.title(),
              opened.identity(),
              0));
    }
  }

  private AuditReport audited(Audited audited) {
    subject = audited.subject();
    ServedData data = audited.data();
    OptionalDouble utility = audited.utility(Remarks.of(spec)::warn);
    InferenceNodes nodes =
        InferenceNodes.of(audited.features()).targeting(targets.sample(spec, data).nodes());
    InferenceApi asked = audited.api();
    ShownModel seen;
    if (otherModel.isGiven()) {
      FirstAnswer first = FirstAnswer.of(asked, nodes);
      asked = first;
      seen = access.ofOthers(spec, first.answer(), data);
    } else {
      seen = access.ofOurs(data.posterior());
    }
    Access allowed = seen.access();
    InferenceApi attackable =
        AccessOption.seen(asked, nodes, allowed, shown -> rate.limit(seen.shown().apply(shown)));
    LeakageAudit.Builder audit = builder();
    if (seen.mayBeLogits()) {
      audit.answersMayBeLogits();
    }
    if (protection.isGiven() && allowed.known().contains(Access.Knowledge.MECHANISM)) {
      audit.with(DenoisingAttack.RATES, protection.rates(data.served().graph().density()));
    }
    LeakageAuditReport attacked;
    try (AttackProgress progress = new AttackProgress(Remarks.of(spec), data.truth().edgeKind())) {
      audit
          .access(allowed)
          .model(Fingerprint.served(audited.identity(), audited.graph(), protection))
          .names(data.served().names())
          .onAuditProgress(progress);
      attacked =
          KeptAnswers.during(
              spec,
              journal,
              audited.isLocal(),
              answers -> {
                answers.ifPresent(audit::journal);
                return audit.build().run(attackable, data.truth(), nodes);
              });
    }
    return new AuditReport(
        data,
        audited.model(),
        audited.identity(),
        audited.subject(),
        audited.trainSeconds(),
        utility,
        attacked,
        compare.map(file -> Arguments.read(spec, () -> LeakageAuditFiles.compare(file, attacked))));
  }
}
