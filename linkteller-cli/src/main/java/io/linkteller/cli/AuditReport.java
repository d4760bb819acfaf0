package io.linkteller.cli;

import io.linkteller.eval.audit.AccessRow;
import io.linkteller.eval.audit.AttackOutcome;
import io.linkteller.eval.audit.EpsilonRow;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.eval.audit.LeakageVerdict;
import io.linkteller.eval.audit.NextStep;
import io.linkteller.eval.audit.StrongestAttack;
import io.linkteller.eval.bound.PrecisionBound;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.graph.NodeNames;
import io.linkteller.models.audit.ExposedNode;
import io.linkteller.report.LeakageAuditComparison;
import io.linkteller.report.LeakageAuditFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The report of the command {@code audit}.
 *
 * @param data the audited data
 * @param model a readable description of the model and its origin
 * @param identity a digest of the model
 * @param subject a short description of the subject of the audit
 * @param trainSeconds the training time in seconds, 0 if the model was not trained
 * @param utility the utility of its predictions, by the measure of the data
 * @param seconds the time of the attacks
 * @param attacked the results of the attacks
 * @param comparison the changes since an earlier audit, if one was given
 */
record AuditReport(
    ServedData data,
    String model,
    String identity,
    String subject,
    double trainSeconds,
    OptionalDouble utility,
    double seconds,
    LeakageAuditReport attacked,
    Optional<LeakageAuditComparison> comparison) {

  private static final int TOP_NODES = 5;

  /** Upper limits that an owner may set for the precision of attacks. */
  private static final double[] TOLERATED = {0.5, 0.1};

  /** Returns the fields of the JSON output: those of the report, and what the command knows. */
  Map<String, Object> fields(int top) {
    Map<String, Object> fields = new LinkedHashMap<>(LeakageAuditFiles.fields(attacked, subject));
    fields.put("dataset", data.served().name());
    utility.ifPresent(value -> fields.put(data.utility().orElseThrow().field(), value));
    fields.put("trainSeconds", trainSeconds);
    fields.put("auditSeconds", seconds);
    Map<String, Object> epsilons = new LinkedHashMap<>();
    for (double precision : TOLERATED) {
      epsilon(precision).ifPresent(e -> epsilons.put(Double.toString(precision), e));
    }
    fields.put("epsilonForPrecision", epsilons);
    fields.put(
        "mostExposed", ExposureTable.fields(attacked.edgesInEvidence(), attacked.names(), top));
    comparison.ifPresent(changed -> fields.put("comparison", changed));
    return fields;
  }

  /** Rounds down, at the density rounded to one digit, since the exact numbers would reveal |E|. */
  private Optional<Double> epsilon(double precision) {
    double density = RoundedDensity.of(data.truth()).value().doubleValue();
    return density > precision
        ? Optional.empty()
        : Optional.of(Math.floor(10 * PrecisionBound.epsilonFor(precision, density)) / 10);
  }

  /** Returns the verdict, what to do, and what was audited, in about a dozen lines. */
  String text() {
    LeakageVerdict verdict = attacked.verdict();
    StringBuilder text = new StringBuilder();
    verdict.sentences().forEach(sentence -> line(text, sentence));
    line(text, "What to do:");
    verdict.nextSteps().forEach(step -> line(text, "- " + verdict.sentence(step) + command(step)));
    comparison.ifPresent(
        changed -> {
          add(
              text,
              "The earlier audit found recall %s, precision %s, by %s.%n",
              Output.percent(changed.earlierRecall()),
              Output.percent(changed.earlierPrecision()),
              changed.earlierAttack());
          changed.remarks().forEach(remark -> line(text, "- " + remark));
        });
    add(
        text,
        "%s, %,d of %,d nodes; %s%s; %,d attacks ran in %s. --details has the tables.",
        data.served().name(),
        verdict.targets(),
        verdict.graphNodes(),
        model,
        utility.isEmpty()
            ? ""
            : String.format(
                Locale.ROOT,
                ", %s %.3f",
                data.utility().orElseThrow().title(),
                utility.getAsDouble()),
        verdict.attacks(),
        Output.seconds(seconds));
    return text.toString();
  }

  /** Returns the command or the option that takes a step, if there is one. */
  private static String command(NextStep step) {
    return switch (step) {
      case CHOOSE_PROTECTION -> " (linkteller protect)";
      case PERTURB_GRAPH -> " (linkteller perturb, audit --protect)";
      case DROP_WEIGHTS -> " (linkteller perturb)";
      case ALLOW_LESS, ANSWER_REFUSED_ATTACKS -> " (--access)";
      case TAKE_MORE_TARGETS -> " (--targets)";
      case RUN_REMAINING_ATTACKS -> " (--all)";
      case FIX_FAILURES, AUDIT_CHANGES, HIDE_FEATURES -> "";
    };
  }

  /** Returns the text output with the tables. */
  String details(int top) {
    StringBuilder text = new StringBuilder(text());
    addList(text, "Details", attacked.verdict().details());
    add(
        text,
        "%n%n%s: %,d nodes, of which %,d are targets; %,d of their %,d {pairs} are {edges} (density"
            + " %.3g)%n",
        data.served().name(),
        attacked.verdict().graphNodes(),
        attacked.verdict().targets(),
        attacked.verdict().edges(),
        attacked.pairCount(),
        attacked.density());
    List<ExposedNode> nodes = attacked.nodes();
    add(
        text,
        "Of %,d nodes with {edges}, %,d have all of them predicted and %,d at least half.%n"
            + "A link predictor on features, trained on the true graph, predicts %,d of the {edges};"
            + " the strongest attack predicts %,d that it does not.%n%n",
        nodes.size(),
        nodes.stream().filter(node -> node.named() == node.edges()).count(),
        nodes.stream().filter(node -> 2 * node.named() >= node.edges()).count(),
        attacked.predictedFromFeatures().namedAmong(attacked.verdict().edges()),
        attacked.namedBeyondFeatures());
    addAttacks(text);
    if (top > 0) {
      add(text, "%n%nMost exposed {edges}:%n");
      text.append(
          ExposureTable.of(
              attacked.edgesInEvidence(), attacked.verdict().kind(), attacked.names(), top));
      add(text, "%n%nMost exposed nodes:%n");
      text.append(nodeTable(nodes, attacked.names()));
    }
    addList(text, "Assumed", attacked.assumptions());
    addList(text, "Not tried", attacked.notTried());
    addList(text, "The figures are upper bounds if", attacked.upperBoundAssumptions());
    addPromises(text);
    return text.toString();
  }

  private static void line(StringBuilder text, String sentence) {
    text.append(sentence).append(System.lineSeparator());
  }

  private String fill(String sentence) {
    return attacked.verdict().kind().fill(sentence);
  }

  private void addAttacks(StringBuilder text) {
    add(text, "The strongest attack by what it is allowed:%n");
    int number = 0;
    for (AccessRow row : attacked.accesses()) {
      StrongestAttack strongest = row.strongest();
      add(
          text,
          "%d. %s%n   %s, %,d queries: recall and precision %s (%s to %s)%n",
          ++number,
          String.join(" ", row.access().sentences()),
          strongest.attack(),
          strongest.queries(),
          Output.percent(strongest.found().recall()),
          Output.percent(strongest.recall().low()),
          Output.percent(strongest.recall().high()));
    }
    add(
        text,
        "%nEach attack with the access of that number, predicting as many {pairs} as there are"
            + " {edges}, and at its best belief:%n");
    List<List<String>> rows = new ArrayList<>();
    for (AttackOutcome outcome : attacked.attacks()) {
      if (outcome.fits()) {
        rows.add(
            List.of(
                outcome.attack(),
                Integer.toString(attacked.accessNumber(outcome)),
                String.format(Locale.ROOT, "%,d", outcome.queries()),
                Output.percent(outcome.atTrueCount().orElseThrow().found().recall()),
                Output.percent(outcome.atBestBelief().orElseThrow().found().f1())));
      }
    }
    text.append(Output.table(List.of("attack", "access", "queries", "recall", "F1 at best"), rows));
  }

  private void addList(StringBuilder text, String title, List<String> sentences) {
    add(text, "%n%n%s:", title);
    sentences.forEach(sentence -> add(text, "%n- %s", sentence));
  }

  private void addPromises(StringBuilder text) {
    add(text, "%n%n%s", attacked.epsilonAssumption());
    for (double precision : TOLERATED) {
      epsilon(precision)
          .ifPresent(
              e ->
                  add(
                      text,
                      "%nIf {pairs} were independent of features and of each other, edge privacy with"
                          + " epsilon <= %.1f would hold any attack to a precision of %.0f %%"
                          + " (Theorem 6).",
                      e,
                      100 * precision));
    }
    List<List<String>> rows = new ArrayList<>();
    for (EpsilonRow row : attacked.epsilons()) {
      rows.add(
          List.of(
              Double.toString(row.epsilon()),
              Output.percent(row.theorem6()),
              Output.percent(row.withFeaturePriors()),
              Output.percent(row.advantage()),
              Output.percent(row.recallAtOnePercent())));
    }
    text.append(String.format(Locale.ROOT, "%n"))
        .append(
            Output.table(
                List.of(
                    "epsilon",
                    fill("precision at most, {pairs} independent"),
                    "the same, priors from features",
                    "advantage at most",
                    "true positives at most at 1 % false"),
                rows));
  }

  /** Appends a text in the words for edges of the kind that was counted. */
  private void add(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, fill(format), values));
  }

  private String nodeTable(List<ExposedNode> nodes, NodeNames names) {
    List<List<String>> rows = new ArrayList<>();
    for (ExposedNode node : nodes.subList(0, Math.min(TOP_NODES, nodes.size()))) {
      rows.add(
          List.of(
              names.of(node.node()),
              String.format(Locale.ROOT, "%,d", node.edges()),
              String.format(Locale.ROOT, "%,d", node.named()),
              Output.percent(node.share()),
              String.format(Locale.ROOT, "%,d", node.firstRank())));
    }
    return Output.table(List.of("node", fill("{edges}"), "named", "share", "first rank"), rows);
  }

  /** Writes every edge, the most exposed first. */
  void write(Path file) {
    ExposureTable.write(attacked.exposure(), attacked.names(), file);
  }

  /** Writes the pages of the report. */
  void writePages(CommandSpec spec, String seed, String limits, Path directory) {
    LeakageAuditFiles.write(
        attacked,
        subject,
        comparison,
        Remarks.record(
            spec,
            seed,
            Fingerprint.of(data.served()),
            identity
                + (utility.isPresent()
                    ? String.format(Locale.ROOT, ", accuracy %.3f", utility.getAsDouble())
                    : ""),
            limits),
        directory);
  }

  /** Returns the exit code of the verdict. */
  int exitCode() {
    return attacked
        .verdict()
        .outcome()
        .map(
            outcome ->
                switch (outcome) {
                  case PASS -> CommandLine.ExitCode.OK;
                  case FAIL -> AuditCommand.ABOVE;
                  case UNDECIDED -> AuditCommand.UNDECIDED;
                })
        .orElse(CommandLine.ExitCode.OK);
  }
}
