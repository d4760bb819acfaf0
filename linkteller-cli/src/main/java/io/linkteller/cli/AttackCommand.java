package io.linkteller.cli;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.data.Dataset;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.journal.QueryJournal;
import io.linkteller.inference.output.Posterior;
import io.linkteller.models.network.GnnModel;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.Recompute;
import io.linkteller.models.serve.ServedModel;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Trains the paper's GCN on one graph, serves it on another, and recovers the other's edges. */
@Command(
    name = "attack",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Trains a GCN on one graph, serves it on another, and recovers the other's edges.",
      "Defaults are those of the paper's experiments."
    })
final class AttackCommand implements Callable<Integer> {

  /** What the served model recomputes for a probe. */
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

  @Option(
      names = "--degree",
      defaultValue = "unconstrained",
      description = "Degree of the targets: low, unconstrained or high. Default: ${DEFAULT-VALUE}.")
  private DegreeClass degree;

  @Option(
      names = "--targets",
      paramLabel = "N|all",
      description =
          "How many targets to draw, or all nodes of the degree class, in ascending order. Default:"
              + " 500, or all where there are fewer.")
  private Optional<String> targets = Optional.empty();

  @Option(
      names = "--seed",
      defaultValue = "42",
      description = "Seed of the draw; the paper's are 42, 2 and 82. Default: ${DEFAULT-VALUE}.")
  private int seed;

  @Option(
      names = "--k-hat",
      defaultValue = "k",
      paramLabel = "BELIEF",
      converter = Belief.Converter.class,
      description =
          "Belief of the density: k/4, k/2, k, 2k or 4k of the rounded density k, or a number. Default: ${DEFAULT-VALUE}.")
  private Belief belief;

  @CommandLine.Mixin private AttackOptions attack;

  @CommandLine.Mixin private ShownOptions shown;

  @Option(
      names = "--probe",
      defaultValue = "incremental",
      description =
          "What the served model recomputes for a query: incremental (the rows that can change), full,"
              + " or both, to compare their times and counts. Default: ${DEFAULT-VALUE}.")
  private Probe probe;

  @CommandLine.Mixin private ModelChoice modelChoice;

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

  @Override
  public Integer call() {
    shown.requireFitting(spec, attack.kind());
    Arguments.check(spec, () -> attack.requireFitting(spec, shown, threads.count()));
    modelChoice.check(spec);
    if (repeat < 1) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--repeat is " + repeat + ", below 1");
    }
    ServedData data = dataset.load(spec);
    Dataset served = data.served();
    NodeSample sample = sample(data);
    Graph truth = served.graph().inducedSubgraph(sample.nodes());
    Optional<RoundedDensity> density =
        truth.edgeCount() == 0 ? Optional.empty() : Optional.of(RoundedDensity.of(truth));
    double kHat = Arguments.read(spec, () -> belief.kHat(density));
    ModelChoice.Chosen chosen = modelChoice.load(spec, data, threads.count());
    GraphOwner owner = GraphOwner.of(served.graph());
    ServedModel model = owner.serve(chosen.model(), probe.recompute).parallelism(threads.count());
    InferenceNodes nodes = InferenceNodes.of(chosen.features()).targeting(sample.nodes());
    Posterior posterior = ShownOptions.posterior(served.labels());
    FeaturelessNotice notice = new FeaturelessNotice(spec.commandLine().getErr());
    TimedAttack run =
        new TimedAttack(
            listener -> attack.attack(threads.count(), notice.before(listener), shown, posterior),
            nodes,
            kHat,
            repeat);
    TimedAttack.Result found = runOn(seen(model, posterior), run, nodes, chosen.model());
    Optional<TimedAttack.Result> full = Optional.empty();
    if (probe == Probe.BOTH) {
      ServedModel passes =
          owner.serve(chosen.model(), Recompute.EVERYTHING).parallelism(threads.count());
      full = Optional.of(run.on(seen(passes, posterior)));
    }
    AttackReport report =
        new AttackReport(
            data,
            sample,
            truth,
            density,
            found,
            chosen,
            data.utilityOf(model.predict(nodes.query())),
            full);
    warnOfGuesses(found.found());
    answer.print(report::fields, () -> report.text(belief));
    return CommandLine.ExitCode.OK;
  }

  private void warnOfGuesses(LinkPrediction found) {
    int guesses = found.m() - found.positiveCount();
    if (attack.kind().probes() && guesses > 0) {
      PrintWriter err = spec.commandLine().getErr();
      err.printf(
          Locale.ROOT,
          "warning: %,d of the %,d pairs named have a score of 0, so nothing speaks for them%n",
          guesses,
          found.m());
      err.flush();
    }
  }

  private InferenceApi seen(ServedModel model, Posterior posterior) {
    InferenceApi api = shown.shown(model, posterior);
    return attack.readsWhatIsShown(shown) ? api : shown.asLogits(api, posterior);
  }

  private TimedAttack.Result runOn(
      InferenceApi api, TimedAttack run, InferenceNodes nodes, GnnModel<?> model) {
    if (attack.journal().isEmpty()) {
      return run.on(api);
    }
    String settings = attack.settings(shown) + ", model = " + Fingerprint.of(model);
    try (QueryJournal journal = QueryJournal.open(attack.journal().get(), nodes, settings)) {
      return run.on(journal.recording(api));
    }
  }

  private NodeSample sample(ServedData data) {
    IntList pool = degree.pool(data.served().graph(), data.thresholds());
    if (targets.orElse("").equals("all")) {
      return new NodeSample(pool);
    }
    int count = targets.map(this::targetCount).orElse(Math.min(NodeSample.PAPER_SIZE, pool.size()));
    return Arguments.read(
        spec, () -> NodeSample.draw(data.served().graph(), degree, data.thresholds(), count, seed));
  }

  private int targetCount(String text) {
    try {
      int count = Integer.parseInt(text);
      if (count >= 2) {
        return count;
      }
    } catch (NumberFormatException notANumber) {
      // Said below, together with the numbers out of range.
    }
    throw new CommandLine.ParameterException(
        spec.commandLine(), "--targets is '" + text + "', not 'all' or a number from 2");
  }
}
