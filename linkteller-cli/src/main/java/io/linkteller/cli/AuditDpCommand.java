package io.linkteller.cli;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.MechanismType;
import io.linkteller.dp.audit.DpAudit;
import io.linkteller.dp.audit.DpAuditReport;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Estimates a lower bound on the actual ε of a mechanism. */
@Command(
    name = "audit-dp",
    mixinStandardHelpOptions = true,
    exitCodeList = {
      LinkTellerCommand.SUCCESS,
      LinkTellerCommand.FAILURE,
      LinkTellerCommand.WRONG_ARGUMENTS,
      "3:the claim is refuted"
    },
    sortOptions = false,
    description = {
      "Measures a lower bound on the epsilon of a graph perturber.",
      "Runs it many times on neighboring graphs. Exits with 3 if the claim is refuted.",
      "To audit releases of sums, answers or trained models, use DpAudit in Java."
    })
final class AuditDpCommand implements Callable<Integer> {

  /** The exit code if the claimed ε is refuted. */
  static final int REFUTED = 3;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--mechanism",
      required = true,
      converter = MechanismOption.class,
      completionCandidates = MechanismOption.class,
      description = MechanismOption.CHOICE)
  private MechanismType mechanism;

  @Option(names = "--epsilon", required = true, description = "The claimed epsilon, above 0.")
  private double epsilon;

  @Option(
      names = "--runs",
      defaultValue = "100000",
      description =
          "Number of runs on each of the two graphs, at least 100. Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Option(
      names = "--confidence",
      defaultValue = "0.999",
      description = "Probability that the bound is correct. Default: ${DEFAULT-VALUE}.")
  private double confidence;

  @Option(
      names = "--seed",
      description =
          "Makes the audit reproducible. Without it, random bits come from a secure source.")
  private Optional<Long> seed = Optional.empty();

  @CommandLine.Mixin private Answer answer;

  @Override
  public Integer call() {
    DpAudit.Builder audit =
        Arguments.read(spec, () -> DpAudit.builder().runs(runs).confidence(confidence));
    GraphMechanism audited = Arguments.read(spec, () -> mechanism.withEpsilon(epsilon));
    seed.ifPresent(audit::seed);
    DpAuditReport report = audit.build().audit(audited);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("mechanism", report.claimed().mechanism());
    fields.put("claimedEpsilon", report.claimed().epsilon());
    fields.put("measuredEpsilon", report.measuredEpsilon());
    fields.put("confidence", report.confidence());
    fields.put("runs", report.runs());
    fields.put("event", report.event());
    fields.put("hits", report.hits());
    fields.put("otherHits", report.otherHits());
    fields.put("refuted", report.isViolation());
    answer.print(() -> fields, report::summary);
    return report.isViolation() ? REFUTED : CommandLine.ExitCode.OK;
  }
}
