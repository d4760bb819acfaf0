package io.linkteller.cli;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.AttackWarning;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.journal.QueryJournal;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.privacy.ResponseRates;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Recovers edges from a model that the command trains or from an existing one. */
@Command(
    name = "attack",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Trains a model (by default a GCN, see --architecture) on one graph, serves it on another,"
          + " and recovers the edges of the latter; or attacks an existing model (--weights,"
          + " --state-dict, --onnx or --url).",
      "The defaults are those of the paper's experiments."
    })
final class AttackCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Mixin private DatasetChoice dataset;

  @CommandLine.Mixin private TrueEdges trueEdges;

  @CommandLine.Mixin private TargetChoice targets;

  @Option(
      names = "--k-hat",
      defaultValue = "k",
      paramLabel = "BELIEF",
      converter = Belief.Converter.class,
      description =
          "Density belief: k/4, k/2, k, 2k or 4k for the rounded density k, or a number. Default:"
              + " ${DEFAULT-VALUE}.")
  private Belief belief;

  @CommandLine.Mixin private AttackOptions attack;

  @CommandLine.Mixin private AccessOption access;

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
          "Attack N times. The time of the first attack includes warm-up; the median time of the"
              + " others is also reported. Default: ${DEFAULT-VALUE}.")
  private int repeat;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "Where to write the predicted pairs with their scores, most likely first: as CSV, or as"
              + " JSON if the name ends in .json. With --directed, pairs are arcs, source first.")
  private Optional<Path> out = Optional.empty();

  @CommandLine.Mixin private CsvNames csvNames;

  @CommandLine.Mixin private Answer answer;

  private @Nullable WarningNotices notices;

  @Override
  public Integer call() throws Exception {
    Access declared = attack.including(access.check(spec, !otherModel.isGiven()));
    Arguments.check(
        spec, () -> attack.requireFitting(spec, declared, threads.count(), protection.isGiven()));
    out.ifPresent(file -> Arguments.check(spec, () -> AtomicFile.require(file)));
    modelChoice.check(spec);
    otherModel.check();
    dataset.check(spec, !otherModel.isGiven() && modelChoice.trains());
    protection.check(spec);
    Arguments.check(spec, () -> limits.limit(query -> query.features().toDense()));
    out.ifPresent(AtomicFile::require);
    if (repeat < 1) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--repeat is " + repeat + ", below 1");
    }
    if (protection.isGiven() && !otherModel.takesGraph()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--protect has no effect on a server that has its own graph");
    }
    boolean ownModel = !otherModel.isGiven() && !modelChoice.isImported();
    ServedData data = trueEdges.of(spec, dataset.load(spec, ownModel), dataset);
    out.ifPresent(file -> csvNames.check(file, data.served().names(), data.truth()));
    NodeSample sample = targets.sample(spec, data);
    Graph truth = data.truth().inducedSubgraph(sample.nodes());
    Optional<RoundedDensity> density =
        truth.edgeCount() == 0 ? Optional.empty() : Optional.of(RoundedDensity.of(truth));
    double kHat = Arguments.read(spec, () -> belief.kHat(density));
    GraphOwner owner = protection.owner(data.served().graph());
    Attacked attacked =
        new Attacked(data, sample, kHat, owner, allowed(access.ofOurs(data.posterior())));
    AttackReport report = otherModel.isGiven() ? ofOtherModel(attacked) : ofOwnModel(attacked);
    LinkPrediction found = report.attacked().found();
    warnOfGuesses(found);
    attack
        .withoutEffect(found.attack())
        .forEach(
            option -> warn(option + " has no effect on " + found.attack() + "; choose --attack"));
    out.ifPresent(file -> NamedPairs.write(found, data.served().names(), file));
    answer.print(report::fields, () -> report.text(belief));
    return CommandLine.ExitCode.OK;
  }

  /** Adds the access that the chosen attack implies, and the limit on queries. */
  private ShownModel allowed(ShownModel model) {
    return new ShownModel(
        limits.within(attack.including(model.access())), model.shown(), model.mayBeLogits());
  }

  /**
   * The inputs of an attack that do not depend on the kind of model, and the model as attackers see
   * it.
   */
  private record Attacked(
      ServedData data, NodeSample sample, double kHat, GraphOwner owner, ShownModel seen) {

    Access access() {
      return seen.access();
    }

    Attacked seeing(ShownModel model) {
      return new Attacked(data, sample, kHat, owner, model);
    }

    InferenceNodes nodes(FeatureMatrix features) {
      InferenceNodes nodes = InferenceNodes.of(features).targeting(sample.nodes());
      // Attacks on a directed graph predict arcs.
      return data.truth().isDirected() ? nodes.directed() : nodes;
    }
  }

  private AttackReport ofOwnModel(Attacked attacked) throws Exception {
    ModelChoice.Chosen chosen = modelChoice.load(spec, attacked.data(), threads.count());
    Optional<String> uncovered = attacked.owner().objection(chosen.model());
    uncovered.ifPresent(
        reason ->
            warn("the guarantee covers the served graph, not the model's parameters: " + reason));
    ServedModel model = attacked.owner().serve(chosen.model()).parallelism(threads.count());
    InferenceNodes nodes = attacked.nodes(chosen.features());
    TimedAttack run = run(attacked, nodes);
    String identity = Fingerprint.of(chosen.model());
    TimedAttack.Result found = runOn(seen(model, nodes, attacked), attacked, run, nodes, identity);
    return new AttackReport(
        attacked.data(),
        attacked.sample(),
        found,
        chosen.model() + ", " + chosen.origin(),
        chosen.trainSeconds(),
        utility(attacked, model, nodes),
        Optional.of(chosen.model().parameters().provenance()),
        uncovered);
  }

  /**
   * Returns the utility of the model, or empty with {@code --protect}: the parameters were trained
   * on the unperturbed graph, so they are not those of a protected model.
   */
  private OptionalDouble utility(Attacked attacked, InferenceApi model, InferenceNodes nodes)
      throws Exception {
    if (protection.isGiven() && attacked.data().utility().isPresent()) {
      Remarks.of(spec)
          .print(
              "no "
                  + attacked.data().utility().get().title()
                  + " is measured for a model on a protected graph");
    }
    return protection.isGiven()
        ? OptionalDouble.empty()
        : attacked.data().measured(model.predict(nodes.query()), Remarks.of(spec)::warn);
  }

  private AttackReport ofOtherModel(Attacked declared) throws Exception {
    try (OtherModel.Opened opened = otherModel.open(declared.owner().view(), threads.count())) {
      InferenceNodes nodes = declared.nodes(declared.data().features());
      InferenceApi model = opened.api();
      Attacked attacked = declared;
      String identity = opened.identity();
      if (!attack.sendsNoQuery()) {
        FirstAnswer first = FirstAnswer.of(model, nodes);
        model = first;
        identity += ", answers to the base query = " + QueryJournal.digest(first.answer());
        attacked = declared.seeing(allowed(access.ofOthers(spec, first.answer(), declared.data())));
        attack.requireAllowed(attacked.access());
      }
      // Measured in double precision if possible: in single precision, two programs may break ties
      // differently.
      OptionalDouble utility =
          opened.exact().isPresent()
              ? utility(attacked, declared.owner().serve(opened.exact().get()), nodes)
              : model instanceof FirstAnswer first
                  ? utility(attacked, query -> first.answer(), nodes)
                  : OptionalDouble.empty();
      TimedAttack.Result found =
          runOn(seen(model, nodes, attacked), attacked, run(attacked, nodes), nodes, identity);
      return new AttackReport(
          attacked.data(),
          attacked.sample(),
          found,
          opened.name(),
          0,
          utility,
          Optional.empty(),
          Optional.empty());
    }
  }

  private TimedAttack run(Attacked attacked, InferenceNodes nodes) {
    Optional<ResponseRates> rates =
        protection.isGiven() && attack.denoises()
            ? Optional.of(protection.rates(attacked.data().served().graph().density()))
            : Optional.empty();
    return new TimedAttack(
        listener ->
            attack.attack(attacked.access(), threads.count(), warnings().before(listener), rates),
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
    int guesses = found.m() - found.evidenceCount();
    if (guesses > 0
        && !warnings().haveSaid(AttackWarning.Kind.MOST_SCORES_ZERO)
        && !warnings().haveSaid(AttackWarning.Kind.NOTHING_MOVED)) {
      warn(
          String.format(
              Locale.ROOT,
              "%,d of the %,d predicted pairs have no evidence: they are predicted only to reach"
                  + " k-hat",
              guesses,
              found.m()));
    }
  }

  private InferenceApi seen(InferenceApi model, InferenceNodes nodes, Attacked attacked) {
    Access allowed = attacked.access();
    return AccessOption.seen(
        model, nodes, allowed, api -> limits.limit(attacked.seen().shown().apply(api)));
  }

  private TimedAttack.Result runOn(
      InferenceApi api, Attacked attacked, TimedAttack run, InferenceNodes nodes, String model) {
    if (attack.journal().isEmpty()) {
      return checked(run.on(api));
    }
    String settings =
        attack.settings(attacked.access())
            + ", "
            + Fingerprint.served(model, attacked.owner().view(), protection);
    try (QueryJournal journal = QueryJournal.open(attack.journal().get(), nodes, settings)) {
      AttackSettings.damageOf(journal)
          .ifPresent(warnings().before(AttackSettings.SILENT)::onWarning);
      return checked(run.on(journal.recording(api)));
    }
  }

  /** Warns if scores do not reveal the directions of arcs. */
  private TimedAttack.Result checked(TimedAttack.Result result) {
    if (result.found().atOwnDensity().orElse(result.found()).predictsBothWays()) {
      warn(
          "nearly every predicted arc is predicted both ways: the model passes messages in both"
              + " directions, so the directions of arcs are not recovered");
    }
    return result;
  }

  private void warn(String message) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("warning: " + Terminal.printable(message));
    err.flush();
  }
}
