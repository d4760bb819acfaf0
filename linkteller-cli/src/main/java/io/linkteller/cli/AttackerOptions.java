package io.linkteller.cli;

import io.linkteller.data.Dataset;
import io.linkteller.eval.audit.Attacker;
import io.linkteller.eval.audit.LeakageAudit;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.Posterior;
import io.linkteller.models.serve.GraphOwner;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that say what the attackers of an audit may do, and whose edges they want. */
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

  @CommandLine.Mixin private ShownOptions shown;

  /** Refuses what is out of range, before any work. */
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

  /** Runs the attacks. */
  LeakageAuditReport audit(
      CommandSpec spec, ServedData data, ModelChoice.Chosen chosen, int threads) {
    Dataset served = data.served();
    Posterior posterior =
        data.utility().isPresent() ? ShownOptions.posterior(served.labels()) : Posterior.SOFTMAX;
    InferenceApi api =
        shown.shown(
            GraphOwner.of(served.graph()).serve(chosen.model()).parallelism(threads), posterior);
    InferenceNodes nodes =
        InferenceNodes.of(chosen.features()).targeting(targets.sample(spec, data).nodes());
    return LeakageAudit.builder()
        .attacker(attacker(posterior))
        .whiteBox(chosen.model(), served.graph())
        .parallelism(threads)
        .build()
        .run(api, served.graph(), nodes);
  }
}
