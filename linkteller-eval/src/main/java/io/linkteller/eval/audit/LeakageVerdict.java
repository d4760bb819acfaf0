package io.linkteller.eval.audit;

import io.linkteller.attack.Access;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.TailRisk;
import io.linkteller.graph.EdgeKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The verdict of a {@link LeakageAudit}: how much the strongest attack finds, what access it was
 * allowed, how certain the result is, whether it is within a limit, and what to do next. Every
 * output of an audit prints {@link #sentences} first. Immutable.
 *
 * @param strongest the attack that finds the most edges when it predicts as many pairs as there are
 *     edges, among the attacks that need answers or knowledge, or among all attacks if none do. If
 *     it has evidence for fewer pairs, the others are drawn at random
 * @param atBestBelief the attack with the largest F1 at any belief; only pairs with evidence are
 *     predicted
 * @param tail the edges of which the strongest attack is sure
 * @param allowed the access that the audit allowed
 * @param kind the kind of the edges
 * @param graphNodes the number of nodes of the graph
 * @param targets the number of targets
 * @param edges the number of edges between targets
 * @param attacksRun the number of attacks that were run, from which the strongest was chosen
 * @param leastUpperEnd the upper end that the recall would have if no edge had been found; 1 if an
 *     attack failed
 * @param failed the allowed attacks that failed, each with the reason: their findings are unknown,
 *     so the upper end of the recall is 1
 * @param unsuited the allowed attacks that do not suit the model or that the service refused, and
 *     that therefore have no findings
 * @param revealedByFeatures how much features reveal of the edges found by the strongest attack and
 *     by every other attack above the limit
 * @param leftOut the registered attacks that the access allows and that were not selected
 * @param skipped the allowed attacks that were not run because the verdict was already decided
 * @param withLess the strongest attack under the smaller access that lowers the findings the least;
 *     empty if there is no such access, or attacks were skipped
 * @param isRandom whether the black box answers the same query differently each time
 * @param failAbove the largest recall that is acceptable, if a limit was set
 */
public record LeakageVerdict(
    StrongestAttack strongest,
    StrongestAttack atBestBelief,
    TailRisk tail,
    Access allowed,
    EdgeKind kind,
    int graphNodes,
    int targets,
    int edges,
    int attacksRun,
    double leastUpperEnd,
    List<String> failed,
    List<String> unsuited,
    List<RevealedByFeatures> revealedByFeatures,
    List<String> leftOut,
    List<String> skipped,
    Optional<StrongestAttack> withLess,
    boolean isRandom,
    OptionalDouble failAbove) {

  /** Whether the leakage is within the limit. */
  public enum Outcome {
    /**
     * The upper end of the recall is at most the limit, or every attack above the limit is excused
     * because features reveal what it finds ({@link RevealedByFeatures}).
     */
    PASS,
    /** The upper end of the recall exceeds the limit, and the other outcomes do not apply. */
    FAIL,
    /**
     * Not decided, for one of two reasons. The measured recall is within the limit, but its upper
     * end would exceed it even if no edge had been found, because the targets have too few edges or
     * an attack failed. Or almost nothing was tried, because the service refused the other attacks
     * or they do not suit the model.
     */
    UNDECIDED
  }

  /** {@return the outcome, if a limit was set} */
  public Optional<Outcome> outcome() {
    if (failAbove.isEmpty()) {
      return Optional.empty();
    }
    double limit = failAbove.getAsDouble();
    if (strongest.recall().high() <= limit || isExcused(limit)) {
      return Optional.of(isHardlyTried() ? Outcome.UNDECIDED : Outcome.PASS);
    }
    boolean isWithin = revealedByFeatures.stream().allMatch(told -> told.isWithinAsMeasured(limit));
    return Optional.of(isWithin && leastUpperEnd > limit ? Outcome.UNDECIDED : Outcome.FAIL);
  }

  /**
   * Returns whether no attack failed and features reveal what every attack above the limit finds.
   */
  private boolean isExcused(double limit) {
    return failed.isEmpty() && revealedByFeatures.stream().allMatch(told -> told.isWithin(limit));
  }

  /**
   * Returns whether at most one attack that needs answers or knowledge was run, because others were
   * refused or do not suit the model.
   */
  private boolean isHardlyTried() {
    boolean asks = strongest.access().mayAsk(1) || !strongest.access().known().isEmpty();
    return (!asks || attacksRun == 1) && !unsuited.isEmpty();
  }

  private boolean isPassed() {
    return outcome().filter(Outcome.PASS::equals).isPresent();
  }

  /** {@return whether the targets are a sample rather than all nodes of the graph} */
  public boolean isSample() {
    return targets < graphNodes;
  }

  /**
   * {@return the verdict in a few sentences, the outcome first, for readers who do not know the
   * paper}
   */
  public List<String> sentences() {
    List<String> said = new ArrayList<>();
    outcome()
        .ifPresentOrElse(
            outcome -> said.add(outcome + ": " + sentence(outcome)),
            () -> said.add(capitalized(finding()) + "."));
    if (outcome().filter(Outcome.UNDECIDED::equals).isPresent()) {
      said.add(capitalized(finding()) + ".");
    }
    said.add(interval());
    said.add(
        kind.format(
            "The attack, %s, was allowed: %s",
            strongest.attack(), String.join(" ", strongest.access().sentences())));
    // For a failure, the strongest attack suffices; for a pass, all excused attacks are listed.
    revealedByFeatures.stream()
        .limit(isPassed() ? revealedByFeatures.size() : 1)
        .forEach(told -> said.add(sentence(told)));
    kind.remark().ifPresent(said::add);
    if (!failed.isEmpty()) {
      said.add("Failed, so their findings are unknown: " + String.join("; ", failed) + ".");
    }
    if (isRandom) {
      said.add(
          "The model answers the same query differently each time, so another run may find somewhat"
              + " more or less, and an attacker who sends more queries finds more.");
    }
    said.add(notTried());
    return List.copyOf(said);
  }

  /** Returns what the strongest attack finds, without a full stop. */
  private String finding() {
    EdgeMetrics found = strongest.found();
    String count =
        found.truePositives() == found.actual()
            ? "all "
            : found.truePositives() == 0
                ? "none of the "
                : kind.format("%,d of the ", found.truePositives());
    return kind.format(
        "%s finds %s%,d {edges} %s",
        attacker(),
        count,
        found.actual(),
        isSample() ? kind.format("among the %,d sampled nodes", targets) : "of the graph");
  }

  /** Returns who finds the edges, according to the access that the attack uses. */
  private String attacker() {
    Access access = strongest.access();
    if (strongest.queries() == 0) {
      return access.known().isEmpty()
          ? "without a query, an attacker who has the features"
          : "without a query, an attacker who knows how the graph is protected";
    }
    return kind.format(
        "with %,d %s, an attacker who may %s",
        strongest.queries(),
        strongest.queries() == 1 ? "query" : "queries",
        access.joining().isPresent()
            ? "add nodes"
            : switch (access.features()) {
              case ANY -> "choose features";
              case WITHIN_RANGE -> "choose features within their range";
              case SCALED -> "scale features";
              case AS_THEY_ARE ->
                  access.nodes() == Access.Nodes.ANY_SUBSET
                      ? "leave nodes out of a query"
                      : "only query the model";
            });
  }

  private String interval() {
    String limit =
        failAbove.isPresent() ? "; the limit is " + percent(failAbove.getAsDouble()) : "";
    return isSample()
        ? kind.format(
            "Across all %,d nodes, attackers find %s to %s of the {edges} (%.0f %% confidence)%s.",
            graphNodes,
            percent(strongest.recall().low()),
            percent(strongest.recall().high()),
            100 * strongest.recall().confidence(),
            limit)
        : kind.format("That is %s of the {edges}%s.", percent(strongest.found().recall()), limit);
  }

  private String sentence(Outcome outcome) {
    double limit = failAbove.orElseThrow();
    return switch (outcome) {
      case FAIL -> finding() + ".";
      case PASS ->
          strongest.recall().high() > limit
              ? finding() + kind.fill(", but features reveal these {edges} without the model.")
              : kind.format(
                  "%s, the most of any attack on the model (attacks run: %,d).",
                  finding(), attacksRun);
      case UNDECIDED ->
          isHardlyTried() && failed.isEmpty() && leastUpperEnd <= limit
              ? kind.format(
                  "almost nothing was tried; attacks that were refused or do not suit the model:"
                      + " %,d.",
                  unsuited.size())
              : !failed.isEmpty()
                  ? kind.format("%,d of the attacks failed.", failed.size())
                  : kind.format(
                      "%,d {edges} between %,d targets are too few to decide. Even if none had been"
                          + " found, attackers might find up to %s.",
                      edges, targets, percent(leastUpperEnd));
    };
  }

  private String sentence(RevealedByFeatures told) {
    return kind.format(
        "Without the model, similar features predict %,d {edges} with the same number of"
            + " guesses. Of the %,d {edges} that %s finds, features miss %,d: %s of all {edges}.",
        told.byFeatures(),
        told.found().truePositives(),
        told.attack(),
        told.beyond(),
        withInterval(told.share(), told.beyondShare()));
  }

  private String notTried() {
    List<String> untried = new ArrayList<>();
    if (!skipped.isEmpty()) {
      untried.add(kind.format("%,d allowed attacks, since the verdict is decided", skipped.size()));
    }
    if (!leftOut.isEmpty()) {
      untried.add(
          "attacks that were allowed but not selected (" + String.join(", ", leftOut) + ")");
    }
    if (!unsuited.isEmpty()) {
      untried.add("attacks that do not suit the model (" + String.join(", ", unsuited) + ")");
    }
    untried.add("attacks that are not registered, which may find more");
    return "Not tried: " + String.join("; ", untried) + ".";
  }

  /** {@return what the owner should do, the most important first} */
  public List<NextStep> nextSteps() {
    List<NextStep> steps = new ArrayList<>();
    boolean isUndecided = outcome().filter(Outcome.UNDECIDED::equals).isPresent();
    if (isUndecided) {
      steps.add(
          !failed.isEmpty()
              ? NextStep.FIX_FAILURES
              : leastUpperEnd > failAbove.orElse(1)
                  ? NextStep.TAKE_MORE_TARGETS
                  : NextStep.ANSWER_REFUSED_ATTACKS);
    }
    if (isPassed()) {
      return List.of(NextStep.AUDIT_CHANGES);
    }
    if (!isUndecided || strongest.found().truePositives() > 0) {
      steps.add(
          revealedByFeatures.get(0).beyond() == 0
              ? NextStep.HIDE_FEATURES
              : kind.isWeighted()
                  ? NextStep.DROP_WEIGHTS
                  : kind.equals(EdgeKind.SIMPLE)
                      ? NextStep.CHOOSE_PROTECTION
                      : NextStep.PERTURB_GRAPH);
    }
    if (withLess.isPresent()) {
      steps.add(NextStep.ALLOW_LESS);
    }
    if (!skipped.isEmpty()) {
      steps.add(NextStep.RUN_REMAINING_ATTACKS);
    }
    return List.copyOf(steps);
  }

  /**
   * Describes a step in words that mention neither Java methods nor command-line options.
   *
   * @param step one of {@link #nextSteps}
   * @return a sentence or two
   * @throws java.util.NoSuchElementException if the step is to allow less access, but no smaller
   *     access lowers the findings
   */
  public String sentence(NextStep step) {
    return switch (step) {
      case FIX_FAILURES ->
          "Find out why attacks failed, and audit again. If the service refuses some queries from"
              + " all users, exclude these from the access.";
      case TAKE_MORE_TARGETS ->
          kind.fill("Audit more targets: these have too few {edges} to decide.");
      case ANSWER_REFUSED_ATTACKS ->
          "Let the service answer the attacks that it refused. If it refuses such queries from all"
              + " users, exclude them from the access.";
      case AUDIT_CHANGES ->
          "Audit again whenever the model, the graph or the access of users changes.";
      case HIDE_FEATURES ->
          kind.fill(
              "Hide features, or accept the result: similar features predict every {edge} that the"
                  + " attack finds, so protecting the {edges} would not help.");
      case CHOOSE_PROTECTION ->
          "Measure which protection is worth its cost in accuracy, or allow less access.";
      case PERTURB_GRAPH -> "Perturb the graph and audit the result, or allow less access.";
      case DROP_WEIGHTS ->
          "Allow less access, or perturb the graph without its weights: no mechanism hides"
              + " weights.";
      case ALLOW_LESS ->
          kind.format(
              "Allow less access: attacks find at most %s of the {edges} if attackers are"
                  + " restricted to: %s",
              percent(withLess.orElseThrow().found().recall()),
              String.join(" ", withLess.orElseThrow().access().sentences()));
      case RUN_REMAINING_ATTACKS ->
          "Run the remaining attacks to see what less access would prevent.";
    };
  }

  /** {@return more results in words} */
  public List<String> details() {
    List<String> said = new ArrayList<>();
    said.add(
        kind.format(
            "When it predicts as many {pairs} as there are {edges}, the strongest attack, %s, has a"
                + " recall and precision of %s.",
            strongest.attack(), withInterval(strongest.found().recall(), strongest.recall())));
    said.add(
        kind.format(
            "The largest F1 is reached by %s with %,d predicted {pairs}: recall %s, precision %s.",
            atBestBelief.attack(),
            atBestBelief.found().predicted(),
            withInterval(atBestBelief.found().recall(), atBestBelief.recall()),
            withInterval(atBestBelief.found().precision(), atBestBelief.precision())));
    if (isPassed() && atBestBelief.found().recall() > failAbove.orElseThrow()) {
      said.add(
          kind.fill(
              "That recall is above the limit, but the limit applies to as many {pairs} as there"
                  + " are {edges}; with more {pairs}, any attack finds more."));
    }
    said.add(sentence(tail));
    said.add("All attacks were allowed at most: " + String.join(" ", allowed.sentences()));
    said.add(
        isSample()
            ? kind.format(
                "The intervals are for the graph of %,d nodes, of which %,d are targets; they"
                    + " allow for {edges} that share nodes and for the choice among %,d"
                    + " attacks.",
                graphNodes, targets, attacksRun)
            : "All nodes are targets, so there is no sampling error.");
    return List.copyOf(said);
  }

  private String sentence(TailRisk risk) {
    List<String> measured = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (TailRisk.Rate rate : risk.rates()) {
      String at = BigDecimal.valueOf(rate.falsePositives()).stripTrailingZeros().toPlainString();
      rate.truePositives()
          .ifPresentOrElse(
              found -> measured.add(percent(found) + " at " + at), () -> others.add(at));
    }
    if (!others.isEmpty()) {
      measured.add("not measurable at " + String.join(", ", others));
    }
    return kind.format(
        "%s is sure of %,d {edges}: those in the longest prefix of its ranking with a precision"
            + " of at least 99 %%. True positive rate by false positive rate: %s.",
        strongest.attack(), risk.preciseEdges(), String.join(", ", measured));
  }

  private String withInterval(double share, ConfidenceInterval interval) {
    return isSample() ? interval.around(share) : percent(share);
  }

  private static String capitalized(String sentence) {
    return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
  }

  /**
   * Returns a share in the format of sentences and tables, rounded half up from its decimal digits.
   *
   * @param share the share, finite
   * @return the share in percent with one decimal, such as {@code 13.7 %}
   */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", BigDecimal.valueOf(share).movePointRight(2));
  }
}
