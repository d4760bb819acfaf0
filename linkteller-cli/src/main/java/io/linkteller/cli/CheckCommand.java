package io.linkteller.cli;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.linkteller.attack.choice.InferenceCheck;
import io.linkteller.attack.choice.Recommendation;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.serve.GraphOwner;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Determines from a few queries what a model reveals and which attack suits it. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Reports, from at most 25 queries, what a model returns, what a query costs, and which attack"
          + " suits it. Accepts the same model options as attack."
    })
final class CheckCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Mixin private DatasetChoice dataset;

  @CommandLine.Mixin private TargetChoice targets;

  @CommandLine.Mixin private ModelChoice modelChoice;

  @CommandLine.Mixin private OtherModel otherModel;

  @CommandLine.Mixin private Protection protection;

  @CommandLine.Mixin private QueryLimits limits;

  @CommandLine.Mixin private Threads threads;

  @CommandLine.Mixin private Answer answer;

  @Override
  public Integer call() throws Exception {
    modelChoice.check(spec);
    otherModel.check();
    protection.check(spec);
    dataset.check(spec, !otherModel.isGiven() && modelChoice.trains());
    Arguments.check(spec, () -> limits.limit(query -> query.features().toDense()));
    ServedData data = dataset.load(spec, !otherModel.isGiven() && !modelChoice.isImported());
    NodeSample sample = targets.sample(spec, data);
    GraphOwner owner = protection.owner(data.served().graph());
    InferenceCheck found;
    if (otherModel.isGiven()) {
      try (OtherModel.Opened opened = otherModel.open(owner.view(), threads.count())) {
        found = check(opened.api(), data.features(), sample);
      }
    } else {
      ModelChoice.Chosen chosen = modelChoice.load(spec, data, threads.count());
      found =
          check(
              owner.serve(chosen.model()).parallelism(threads.count()), chosen.features(), sample);
    }
    answer.print(() -> fields(found), () -> text(found));
    return CommandLine.ExitCode.OK;
  }

  private InferenceCheck check(InferenceApi api, FeatureMatrix features, NodeSample sample) {
    return InferenceCheck.run(
        limits.limit(api), InferenceNodes.of(features).targeting(sample.nodes()));
  }

  private static Map<String, Object> fields(InferenceCheck found) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("output", lowerCase(found.output()));
    fields.put("precision", lowerCase(found.precision()));
    fields.put(
        "decimals",
        found.decimals().isPresent()
            ? IntNode.valueOf(found.decimals().getAsInt())
            : NullNode.getInstance());
    fields.put("deterministic", found.deterministic());
    fields.put("noise", found.noise());
    fields.put("movedNodes", found.movedNodes());
    fields.put("dependsOnAllRows", found.dependsOnAllRows());
    fields.put("millisPerQuery", found.millisPerQuery());
    fields.put("bytesPerQuery", found.bytesPerQuery());
    fields.put("queries", found.queries());
    Optional<Recommendation> recommended = found.recommendation();
    fields.put("recommended", recommended.map(Recommendation::name).orElse("none"));
    recommended.ifPresent(
        attack -> {
          fields.put("recommendedDelta", attack.delta());
          fields.put("recommendedQueries", attack.queries());
          fields.put("recommendedSeconds", attack.duration().toNanos() / 1e9);
          fields.put("reason", attack.reason());
        });
    return fields;
  }

  private static String text(InferenceCheck found) {
    return String.format(
        Locale.ROOT,
        "output: %s%nprecision: %s%ndeterministic: %s%na query takes %.3g ms and transfers %,d"
            + " bytes; a probe changes the answers of %.1f other nodes%n%s",
        lowerCase(found.output()),
        found.decimals().isPresent()
            ? found.decimals().getAsInt() + " decimals"
            : lowerCase(found.precision()),
        found.deterministic()
            ? "yes"
            : String.format(Locale.ROOT, "no, standard deviation %.3g", found.noise()),
        found.millisPerQuery(),
        found.bytesPerQuery(),
        found.movedNodes(),
        found
            .recommendation()
            .map(
                attack ->
                    String.format(
                        Locale.ROOT,
                        "recommended: %s, %,d queries in %s: %s",
                        attack.name(),
                        attack.queries(),
                        Output.seconds(attack.duration().toNanos() / 1e9),
                        attack.reason()))
            .orElse(
                "recommended: none, since all nodes have the same answer, or scaling a node's"
                    + " features changes no other node's answer; a model that hides the scale of"
                    + " features may still leak, as --attack subsets can show"));
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
