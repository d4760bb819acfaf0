package io.linkteller.cli;

import io.linkteller.eval.audit.Attacker;
import io.linkteller.eval.audit.LeakageAudit;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.Posterior;
import io.linkteller.models.serve.GraphOwner;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that define the capabilities of an audit's attackers and their targets. */
final class AttackerOptions {

  @CommandLine.Mixin private TargetChoice targets;

  @Option(
      names = "--own-features",
      description = "Attackers send the true features only, and scale them.")
  private boolean ownFeatures;

  @Option(
      names = "--range-check",
      description = "Features outside the range of their column, widened by a tenth, are refused.")
  private boolean rangeCheck;

  @Option(
      names = "--whole-graph",
      description = "Every query is about all nodes; attackers can't ask about a part of them.")
  private boolean wholeGraph;

  @Option(
      names = "--max-queries",
      paramLabel = "N",
      description = "How many queries an attack may ask. Default: no limit.")
  private Optional<Long> queries = Optional.empty();

  @Option(
      names = "--no-curve",
      description =
          "Do not run LinkTeller and the spectral root under limits of their queries for the curve of"
              + " recall against queries, which asks up to 3.4 queries a target.")
  private boolean noCurve;

  @CommandLine.Mixin private ShownOptions shown;

  /** Rejects values out of range before any work is done. */
  void check(CommandSpec spec) {
    Arguments.check(spec, () -> attacker(Posterior.SOFTMAX));
  }

  private Attacker attacker(Posterior posterior) {
    Attacker attacker = Attacker.UNRESTRICTED.seeing(shown.kind(posterior));
    if (ownFeatures) {
      attacker = attacker.withOwnFeaturesOnly();
    }
    if (rangeCheck) {
      attacker = attacker.withRangeCheck();
    }
    if (wholeGraph) {
      attacker = attacker.withAllNodesInEveryQuery();
    }
    return queries.isPresent() ? attacker.withQueryLimit(queries.get()) : attacker;
  }

  /** Runs the attacks on a model of this library, whose exact influences are also known. */
  LeakageAuditReport audit(
      CommandSpec spec, ServedData data, ModelChoice.Chosen chosen, int threads) {
    Graph served = data.served().graph();
    InferenceApi api =
        shown.shown(
            GraphOwner.of(served).serve(chosen.model()).parallelism(threads), posterior(data));
    return builder(data, threads)
        .whiteBox(chosen.model(), served)
        .build()
        .run(api, served, nodes(spec, data, chosen.features()));
  }

  /** Runs the attacks on an external model, whose answers are as the options specify. */
  LeakageAuditReport audit(
      CommandSpec spec, ServedData data, InferenceApi api, Belief belief, int threads) {
    Graph served = data.served().graph();
    InferenceNodes nodes = nodes(spec, data, data.features());
    Graph among = served.inducedSubgraph(nodes.targets());
    LeakageAudit.Builder audit = builder(data, threads);
    if (among.edgeCount() > 0) {
      Optional<RoundedDensity> density = Optional.of(RoundedDensity.of(among));
      audit.belief(Arguments.read(spec, () -> belief.kHat(density)));
    }
    return audit.build().run(api, served, nodes);
  }

  private LeakageAudit.Builder builder(ServedData data, int threads) {
    return LeakageAudit.builder()
        .attacker(attacker(posterior(data)))
        .recallCurve(!noCurve)
        .parallelism(threads);
  }

  private InferenceNodes nodes(CommandSpec spec, ServedData data, FeatureMatrix features) {
    return InferenceNodes.of(features).targeting(targets.sample(spec, data).nodes());
  }

  private static Posterior posterior(ServedData data) {
    return data.utility().isPresent()
        ? ShownOptions.posterior(data.served().labels())
        : Posterior.SOFTMAX;
  }
}
