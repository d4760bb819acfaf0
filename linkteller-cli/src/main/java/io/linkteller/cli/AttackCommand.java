package io.linkteller.cli;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.AttackTrait;
import io.linkteller.attack.AttackWarning;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.journal.QueryJournal;
import io.linkteller.inference.output.Posterior;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.Recompute;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.privacy.ResponseRates;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Recovers edges from a model, which is either trained by the command or already exists. */
@Command(
    name = "attack",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Trains a GCN on one graph, serves it on another, and recovers the other's edges; or attacks"
          + " an existing model: --weights, --state-dict, --onnx, --torchscript or --url.",
      "Defaults are those of the paper's experiments."
    })
final class AttackCommand implements Callable<Integer> {

  /** The part of its answer that the served model recomputes for a probe. */
  enum Probe {
    INCREMENTAL(Recompute.CHANGED_ROWS),
    FULL(Recompute.EVERYTHING),
    BOTH(Recompute.CHANGED_ROWS);

    private final Recompute recompute;

    Probe(Recompute recompute) {
      this.recompute = recompute;
    }
  }

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Mixin private DatasetChoice dataset;

  @CommandLine.Mixin private TargetChoice targets;

  @Option(
      names = "--k-hat",
      defaultValue = "k",
      paramLabel = "BELIEF",
      converter = Belief.Converter.class,
      description =
          "Belief of the density: k/4, k/2, k, 2k or 4k of the rounded density k, or a number."
              + " Default: ${DEFAULT-VALUE}.")
  private Belief belief;

  @CommandLine.Mixin private AttackOptions attack;

  @CommandLine.Mixin private ShownOptions shown;

  @Option(
      names = "--probe",
      defaultValue = "incremental",
      description =
          "What the served model recomputes for a query: incremental (the rows that can change),"
              + " full, or both, to compare their times and counts. Default: ${DEFAULT-VALUE}.")
  private Probe probe;

  @CommandLine.Mixin private ModelChoice modelChoice;

  @CommandLine.Mixin private OtherModel otherModel;

  @CommandLine.Mixin private Protection protection;

  @CommandLine.Mixin private QueryLimits limits;

  @CommandLine.Mixin private Threads threads;

  @Option(
      names = "--repeat",
      defaultValue = "1",
      paramLabel = "N",
      description =
          "Attack N times. The time of the first includes warming up; that of the others is"
              + " reported beside it, as a median. Default: ${DEFAULT-VALUE}.")
  private int repeat;

  @CommandLine.Mixin private Answer answer;

  private @Nullable WarningNotices notices;

  @Override
  public Integer call() throws Exception {
    shown.requireFitting(spec, attack.kind());
    Arguments.check(
        spec, () -> attack.requireFitting(spec, shown, threads.count(), protection.isGiven()));
    modelChoice.check(spec);
    otherModel.check(spec);
    dataset.check(spec, !otherModel.isGiven() && modelChoice.trains());
    protection.check(spec);
    Arguments.check(spec, () -> limits.limit(query -> query.features().toDense()));
    if (repeat < 1) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--repeat is " + repeat + ", below 1");
    }
    if (protection.isGiven() && !otherModel.takesGraph()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--protect has no effect on a server that has its own graph");
    }
    boolean ownModel = !otherModel.isGiven() && !modelChoice.isImported();
    ServedData data = dataset.load(spec, ownModel);
    NodeSample sample = targets.sample(spec, data);
    Graph truth = data.served().graph().inducedSubgraph(sample.nodes());
    Optional<RoundedDensity> density =
        truth.edgeCount() == 0 ? Optional.empty() : Optional.of(RoundedDensity.of(truth));
    double kHat = Arguments.read(spec, () -> belief.kHat(density));
    GraphOwner owner = protection.owner(data.served().graph());
    Attacked attacked = new Attacked(data, sample, kHat, owner);
    AttackReport report = otherModel.isGiven() ? ofOtherModel(attacked) : ofOwnModel(attacked);
    warnOfGuesses(report.attacked().found());
    answer.print(report::fields, () -> report.text(belief));
    return CommandLine.ExitCode.OK;
  }

  /** The inputs of an attack that do not depend on the kind of model. */
  private record Attacked(ServedData data, NodeSample sample, double kHat, GraphOwner owner) {

    InferenceNodes nodes(FeatureMatrix features) {
      return InferenceNodes.of(features).targeting(sample.nodes());
    }

    Posterior posterior() {
      return data.utility().isPresent()
          ? ShownOptions.posterior(data.served().labels())
          : Posterior.SOFTMAX;
    }
  }

  private AttackReport ofOwnModel(Attacked attacked) {
    ModelChoice.Chosen chosen = modelChoice.load(spec, attacked.data(), threads.count());
    Optional<String> uncovered = attacked.owner().objection(chosen.model());
    uncovered.ifPresent(this::warnOfUncoveredWeights);
    ServedModel model =
        attacked.owner().serve(chosen.model(), probe.recompute).parallelism(threads.count());
    InferenceNodes nodes = attacked.nodes(chosen.features());
    TimedAttack run = run(attacked, nodes);
    String identity = Fingerprint.of(chosen.model());
    TimedAttack.Result found = runOn(seen(model, attacked), run, nodes, identity);
    Optional<TimedAttack.Result> full = Optional.empty();
    if (probe == Probe.BOTH) {
      ServedModel passes =
          attacked.owner().serve(chosen.model(), Recompute.EVERYTHING).parallelism(threads.count());
      full = Optional.of(run.on(seen(passes, attacked)));
    }
    return new AttackReport(
        attacked.data(),
        attacked.sample(),
        found,
        chosen.model() + ", " + chosen.origin(),
        chosen.trainSeconds(),
        attacked.data().measured(model.predict(nodes.query())),
        full,
        Optional.of(chosen.model().parameters().provenance()),
        uncovered);
  }

  private void warnOfUncoveredWeights(String reason) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(
        "warning: the guarantee covers the graph that is served, and not the parameters of the"
            + " model: "
            + Terminal.printable(reason));
    err.flush();
  }

  private AttackReport ofOtherModel(Attacked attacked) throws Exception {
    Arguments.requireNotGiven(
        spec, List.of("--probe"), "has no effect on a model of another program");
    try (OtherModel.Opened opened = otherModel.open(attacked.owner().view(), threads.count())) {
      InferenceNodes nodes = attacked.nodes(attacked.data().features());
      OptionalDouble utility =
          opened.isLocal()
              ? attacked.data().measured(opened.api().predict(nodes.query()))
              : OptionalDouble.empty();
      TimedAttack.Result found =
          runOn(limits.limit(opened.api()), run(attacked, nodes), nodes, opened.identity());
      return new AttackReport(
          attacked.data(),
          attacked.sample(),
          found,
          opened.name(),
          0,
          utility,
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }
  }

  private TimedAttack run(Attacked attacked, InferenceNodes nodes) {
    Optional<ResponseRates> rates =
        protection.isGiven() && attack.kind().traits().contains(AttackTrait.READS_THROUGH_ANOTHER)
            ? Optional.of(protection.rates(attacked.data().served().graph().density()))
            : Optional.empty();
    return new TimedAttack(
        listener ->
            attack.attack(
                threads.count(), warnings().before(listener), shown, attacked.posterior(), rates),
        nodes,
        attacked.kHat(),
        repeat,
        Remarks.of(spec));
  }

  private WarningNotices warnings() {
    if (notices == null) {
      notices = new WarningNotices(spec.commandLine().getErr(), Remarks.of(spec));
    }
    return notices;
  }

  private void warnOfGuesses(LinkPrediction found) {
    int guesses = found.m() - found.positiveCount();
    if (attack.kind().traits().contains(AttackTrait.LEAVES_PAIRS)
        && guesses > 0
        && !warnings().haveSaid(AttackWarning.Kind.MOST_SCORES_ZERO)
        && !warnings().haveSaid(AttackWarning.Kind.NOTHING_MOVED)) {
      PrintWriter err = spec.commandLine().getErr();
      err.printf(
          Locale.ROOT,
          "warning: %,d of the %,d pairs named have a score of 0, so nothing speaks for them%n",
          guesses,
          found.m());
      err.flush();
    }
  }

  private InferenceApi seen(ServedModel model, Attacked attacked) {
    return limits.limit(shown.shown(model, attacked.posterior()));
  }

  private TimedAttack.Result runOn(
      InferenceApi api, TimedAttack run, InferenceNodes nodes, String model) {
    if (attack.journal().isEmpty()) {
      return run.on(api);
    }
    String settings =
        attack.settings(shown)
            + (protection.isGiven() ? ", protection = " + protection : "")
            + ", model = "
            + model;
    try (QueryJournal journal = QueryJournal.open(attack.journal().get(), nodes, settings)) {
      AttackSettings.warnOfDamage(journal, warnings().before(AttackListener.SILENT));
      return run.on(journal.recording(api));
    }
  }
}
