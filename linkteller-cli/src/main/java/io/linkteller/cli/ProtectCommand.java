package io.linkteller.cli;

import io.linkteller.attack.Access;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.data.Dataset;
import io.linkteller.dp.MechanismType;
import io.linkteller.dp.PerturbationRefusedException;
import io.linkteller.dp.session.ReleaseFailedException;
import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.cell.CellRunner;
import io.linkteller.eval.cell.CellStore;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.eval.choice.Candidate;
import io.linkteller.eval.choice.ModelTraining;
import io.linkteller.eval.choice.ProtectionChoice;
import io.linkteller.eval.choice.ProtectionReport;
import io.linkteller.eval.choice.ProtectionResult;
import io.linkteller.eval.choice.ProtectionStep;
import io.linkteller.eval.choice.Refusal;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.train.Epoch;
import io.linkteller.parallel.Workers;
import io.linkteller.report.PageRecord;
import io.linkteller.report.ProtectionFiles;
import it.unimi.dsi.fastutil.ints.IntList;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.ejml.data.DMatrixRMaj;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures protections of the owner's graph and chooses one of them. */
@Command(
    name = "protect",
    mixinStandardHelpOptions = true,
    exitCodeList = {
      LinkTellerCommand.SUCCESS,
      LinkTellerCommand.FAILURE,
      LinkTellerCommand.WRONG_ARGUMENTS,
      "5:nothing is chosen: no protected candidate is within the limits, or some are undecided"
    },
    sortOptions = false,
    description = {
      "Reports to a graph's owner which protection to choose: what each costs in accuracy, and"
          + " what attacks still find.",
      "Trains and attacks a model without protection, one without edges, and one for each"
          + " mechanism and epsilon, and compares the results with the true edges.",
      "Run the same command again to continue after an interruption. The page is only for the"
          + " owner."
    })
final class ProtectCommand implements Callable<Integer> {

  /** The exit code if limits are given but nothing is chosen. */
  static final int NO_CHOICE = 5;

  private static final long DEFAULT_SEED = 42;

  /**
   * The measured effort per node of attacks and of the part of training that does not depend on
   * edges, in units of the effort of training with one edge.
   */
  private static final double EDGES_PER_NODE = 90;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Mixin private DatasetChoice dataset;

  @CommandLine.Mixin private ModelChoice model;

  @CommandLine.Mixin private OtherModel otherModel;

  @CommandLine.Mixin private AccessOption access;

  @Option(
      names = "--mechanisms",
      split = ",",
      defaultValue = "edgerand,lapgraph",
      paramLabel = "NAME",
      converter = CandidateNames.class,
      completionCandidates = CandidateNames.class,
      description =
          "The mechanisms, separated by commas: ${COMPLETION-CANDIDATES}. Default:"
              + " ${DEFAULT-VALUE}.")
  private List<String> mechanisms;

  @Option(
      names = "--epsilons",
      split = ",",
      defaultValue = "1,2,4,8",
      paramLabel = "EPSILON",
      description = "The epsilons, separated by commas. Default: ${DEFAULT-VALUE}.")
  private double[] epsilons;

  @Option(
      names = "--max-leakage",
      paramLabel = "RECALL",
      description =
          "Choose the most accurate protection for which the upper end of the interval of the"
              + " strongest attack's recall is at most this share.")
  private Optional<Double> maxLeakage = Optional.empty();

  @Option(
      names = "--min-accuracy",
      paramLabel = "SHARE",
      description =
          "Choose the protection with the least leakage whose accuracy is at least this share.")
  private Optional<Double> minAccuracy = Optional.empty();

  @Option(
      names = "--attacks",
      split = ",",
      paramLabel = "NAME",
      converter = AttackNames.class,
      completionCandidates = AttackNames.class,
      description = "The attacks to run, separated by commas. Default: all that --access allows.")
  private List<LinkAttackProvider> attacks = List.of();

  @Option(
      names = "--targets",
      paramLabel = "N|all",
      converter = TargetChoice.Count.class,
      description =
          "How many targets to draw, or all nodes. Default: 500, or all if there are fewer.")
  private Optional<Integer> targets = Optional.empty();

  @Option(
      names = "--seed",
      description =
          "Seed of the noise, of the targets and of the split, unless the data have a split."
              + " Without it, noise comes from a secure source, and the rest uses seed 42.")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Where to write the page as HTML, Markdown and JSON; created if it is missing.")
  private Path out;

  @CommandLine.Mixin private Threads threads;

  @CommandLine.Mixin private Answer answer;

  @Override
  public Integer call() {
    Arguments.check(spec, () -> Workers.of(threads.count()));
    Arguments.check(spec, () -> Candidate.grid(mechanisms, epsilons));
    model.check(spec);
    otherModel.check();
    Arguments.requireNotGiven(
        spec,
        List.of("--save-weights"),
        "has no effect: the models trained here are not for release");
    access.check(spec, !otherModel.isGiven());
    dataset.check(spec, !otherModel.isGiven());
    ServedData data = dataset.load(spec, !otherModel.isGiven() && !model.isImported());
    if (data.utility().isEmpty()) {
      throw new IllegalArgumentException(
          data.served().name() + " has no labels, which are needed to measure accuracy");
    }
    dataset
        .guarantees(data.served().graph())
        .findFirst()
        .ifPresent(
            guarantee -> {
              throw new CommandLine.ParameterException(
                  spec.commandLine(),
                  guarantee
                      + " says that the edges of "
                      + data.served().name()
                      + " are perturbed; protect starts from the true ones");
            });
    if (!otherModel.isGiven()) {
      return protect(data, Optional.empty(), access.ofOurs(data.posterior()), "");
    }
    try (OtherModel.Opened given = otherModel.open(data.served().graph(), threads.count())) {
      DMatrixRMaj answer = Owned.answer(given, data);
      return protect(
          data, Optional.of(given), access.ofOthers(spec, answer, data), Owned.predictions(answer));
    }
  }

  private int protect(
      ServedData data, Optional<OtherModel.Opened> given, ShownModel seen, String predictions) {
    Owned owned =
        Owned.of(spec, data, model, given, seen, seed.orElse(DEFAULT_SEED), threads.count());
    ProtectionReport report = measured(owned, predictions);
    boolean isOpen = report.hasLimit() && report.chosen().isEmpty();
    int exitCode = isOpen ? NO_CHOICE : CommandLine.ExitCode.OK;
    PageRecord record =
        ProtectionFiles.after(
            Remarks.record(
                spec,
                exitCode,
                seed.map(value -> value.toString()).orElse("none: a secure source"),
                owned.fingerprint(),
                owned.model() + (predictions.isEmpty() ? "" : ", predicts " + predictions),
                limits()),
            out);
    Dataset served = data.served();
    record
        .earlier()
        .ifPresent(
            before ->
                Remarks.of(spec)
                    .warn(
                        "the page in "
                            + out
                            + " is replaced; the new page lists what was tried: "
                            + before));
    ProtectionFiles.write(report, served.names(), served.name(), record, out);
    answer.print(
        () -> ProtectionFiles.fields(report, served.names(), served.name(), record),
        () -> text(report));
    return exitCode;
  }

  /** Returns the choice and what to do. Only the page has the tables. */
  private String text(ProtectionReport report) {
    List<String> lines = new ArrayList<>(report.sentences());
    lines.add("What to do:");
    report.nextSteps().forEach(step -> lines.add("- " + step.text() + command(report, step)));
    lines.add("The page to sign, with the tables, is " + out.resolve("protection.html") + ".");
    return String.join(System.lineSeparator(), lines);
  }

  /** Returns the command or the option for a step, or "" if there is none. */
  private static String command(ProtectionReport report, ProtectionStep step) {
    return switch (step.kind()) {
      case RELEASE -> release(report.chosen().orElseThrow());
      case SET_LIMIT -> " (--max-leakage, --min-accuracy)";
      case TRY_OTHER_EPSILONS -> " (--epsilons)";
      case TAKE_MORE_TARGETS -> " (--targets)";
      case SERVE_WITHOUT_EDGES, JUDGE_THE_REST, CHANGE_CANDIDATES, AVOID, FIX_FAILURES -> "";
    };
  }

  private static String release(ProtectionResult chosen) {
    return MechanismType.all().stream().anyMatch(type -> type.name().equals(chosen.name()))
        ? String.format(
            Locale.ROOT,
            " (linkteller perturb --mechanism %s --epsilon %s --epsilon-chosen-on-graph)",
            chosen.name(),
            BigDecimal.valueOf(chosen.epsilon().orElseThrow()).stripTrailingZeros().toPlainString())
        : " (only in Java: ProtectionChoice.release)";
  }

  private String limits() {
    List<String> said = new ArrayList<>();
    minAccuracy.ifPresent(limit -> said.add("accuracy at least " + limit));
    maxLeakage.ifPresent(limit -> said.add("leakage at most " + limit));
    return said.isEmpty() ? "none" : String.join(", ", said);
  }

  private ProtectionChoice choice(Owned owned, Consumer<Epoch> epochs) {
    Dataset served = owned.data().served();
    Access allowed = owned.seen().access();
    GcnTraining options = model.training();
    ModelTraining training =
        new ModelTraining(
            owned.untrained(),
            options.mlp(served.features().cols(), served.labels().classCount()),
            options.trainer(1).onEpoch(epochs).build(),
            options.seed());
    List<Candidate> candidates = new ArrayList<>(Candidate.grid(mechanisms, epsilons));
    candidates.set(0, owned.unprotected());
    int count = Math.min(targets.orElse(NodeSample.PAPER_SIZE), served.graph().nodeCount());
    IntList drawn =
        NodeSample.draw(
                served.graph(),
                DegreeClass.UNCONSTRAINED,
                owned.data().thresholds(),
                count,
                // The draw uses only 32 bits of the seed.
                seed.orElse(DEFAULT_SEED).intValue())
            .nodes();
    InferenceNodes nodes = InferenceNodes.of(owned.owner().features()).targeting(drawn);
    UnaryOperator<InferenceApi> shown =
        api ->
            owned.foreign().filter(api::equals).isPresent()
                ? owned.seen().shown().apply(api)
                : AccessOption.shown(api, allowed);
    ProtectionChoice.Builder choice =
        ProtectionChoice.builder(owned.owner(), training)
            .candidates(candidates)
            .access(allowed, api -> AccessOption.seen(api, nodes, allowed, shown))
            .accuracy(owned.data().utility().orElseThrow())
            .targets(drawn);
    seed.ifPresent(choice::seed);
    minAccuracy.ifPresent(choice::minAccuracy);
    maxLeakage.ifPresent(choice::maxLeakage);
    return (attacks.isEmpty() ? choice : choice.attacks(attacks)).build();
  }

  /** Measures the candidates that are not in the store, with progress on standard error. */
  private ProtectionReport measured(Owned owned, String predictions) {
    ProtectionChoice choice = Arguments.read(spec, () -> choice(owned, epoch -> {}));
    Path kept = out.resolve("cells");
    CellRunner runner =
        CellRunner.keepingIn(CellStore.in(kept))
            .parallelism(threads.count())
            // A remote model that failed may be reachable the next time.
            .keepingOnly(
                cell ->
                    (owned.foreign().isEmpty() || !ProtectionCell.hasFailed(cell))
                        && ProtectionCell.decides(
                            cell, maxLeakage.stream().mapToDouble(limit -> limit).findFirst()));
    CandidateProgress progress = new CandidateProgress(Remarks.of(spec));
    double attacks = EDGES_PER_NODE * owned.owner().graph().nodeCount();
    for (Candidate candidate : choice.candidates()) {
      double training = candidate.expectedEdges(owned.owner());
      progress.add(
          candidate,
          new Cell(
              key(candidate, owned)
                  .with(
                      "predictions",
                      candidate.name().equals(Candidate.UNPROTECTED) ? predictions : ""),
              () -> observe(owned, candidate, progress.of(candidate, training, attacks)),
              training + attacks));
    }
    List<FinishedCell> finished;
    try (Interruption interruption = Interruption.of(spec, "the finished part is in " + kept);
        progress) {
      try {
        finished = progress.run(runner);
        interruption.finished();
      } catch (IllegalArgumentException e) {
        // Another run would fail, too. The cause is thrown because the outer message begins with
        // the settings of the cell.
        interruption.finished();
        throw e.getCause() instanceof IllegalArgumentException cause ? cause : e;
      }
    }
    List<ProtectionResult> results = new ArrayList<>();
    List<Refusal> refusals = new ArrayList<>();
    for (FinishedCell cell : finished) {
      ProtectionCell.refusal(cell)
          .ifPresentOrElse(refusals::add, () -> results.add(ProtectionCell.result(cell)));
    }
    return choice.report(results, refusals);
  }

  private List<Observation> observe(
      Owned owned, Candidate candidate, CandidateProgress.Running running) {
    try {
      return ProtectionCell.of(choice(owned, running).measure(candidate, running));
    } catch (PerturbationRefusedException | ReleaseFailedException | ArithmeticException e) {
      return ProtectionCell.of(new Refusal(candidate.label(), String.valueOf(e.getMessage())));
    }
  }

  /**
   * Returns the key of a candidate's result. It does not include the limits, so that other limits
   * can be tried without measuring again.
   */
  private ResultKey key(Candidate candidate, Owned owned) {
    return ResultKey.of("protection")
        .with("candidate", candidate.label())
        .with("data", owned.fingerprint())
        .with("measure", owned.data().utility().orElseThrow().title())
        .with("model", owned.model())
        .with("access", owned.seen().access())
        .with("attacks", attacks.stream().map(LinkAttackProvider::name).toList())
        .with("targets", targets.orElse(NodeSample.PAPER_SIZE))
        .with("seed", seed.map(value -> value.toString()).orElse("secure"));
  }
}
