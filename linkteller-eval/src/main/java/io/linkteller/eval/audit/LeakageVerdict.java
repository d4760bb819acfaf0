package io.linkteller.eval.audit;

import io.linkteller.attack.Access;
import io.linkteller.eval.metric.TailRisk;
import io.linkteller.graph.EdgeKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The answer of a {@link LeakageAudit}: how much the strongest attack finds, what it was allowed,
 * how certain that is, and whether it is within a limit. Whatever prints an audit prints this
 * first. Immutable.
 *
 * @param strongest the attack that finds most edges if it names as many pairs as there are edges,
 *     of those that need answers or know something, if any does; where it has evidence of fewer
 *     pairs, the others are drawn at random
 * @param atBestBelief the attack and the belief with the largest F1; of these, too, only pairs of
 *     which there is evidence are named
 * @param tail the edges that the strongest attack is sure of
 * @param allowed what the audit allowed
 * @param kind what the edges are
 * @param graphNodes the number of nodes of the graph
 * @param targets the number of targets
 * @param edges the number of edges between targets
 * @param attacks the number of attacks that were run, from which the strongest was chosen
 * @param leastUpperEnd the upper end of the recall if no edge had been found; 1 if an attack failed
 * @param failed the allowed attacks that failed, each with the reason: what they would have found
 *     is unknown, so the upper end of the recall is 1
 * @param unsuited the allowed attacks that the model does not suit, so that they say nothing of it
 * @param toldByFeatures what the features tell of the edges that attacks find: the strongest, and
 *     every other one above the limit
 * @param leftOut the registered attacks that the access allows and that were not selected
 * @param isRandom whether the black box answers the same query differently
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
    int attacks,
    double leastUpperEnd,
    List<String> failed,
    List<String> unsuited,
    List<ToldByFeatures> toldByFeatures,
    List<String> leftOut,
    boolean isRandom,
    OptionalDouble failAbove) {

  /** Whether the leakage is within the limit. */
  public enum Outcome {
    /**
     * The upper end of the recall is at most the limit, or every attack above it is excused since
     * the features tell what it finds ({@link ToldByFeatures}).
     */
    PASS,
    /** The upper end of the recall exceeds the limit. */
    FAIL,
    /**
     * The targets have too few edges, or an attack failed: the upper end would exceed the limit
     * even if no edge had been found, and the measured recall does not exceed it. Or nearly nothing
     * was tried, since the service refused the other attacks or they do not suit the model.
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
    boolean isWithin = toldByFeatures.stream().allMatch(told -> told.isWithinAsMeasured(limit));
    return Optional.of(isWithin && leastUpperEnd > limit ? Outcome.UNDECIDED : Outcome.FAIL);
  }

  /** Returns whether the features tell what every attack above the limit finds. */
  private boolean isExcused(double limit) {
    return failed.isEmpty() && toldByFeatures.stream().allMatch(told -> told.isWithin(limit));
  }

  /** Returns whether at most one attack asked the model, though more were allowed. */
  private boolean isHardlyTried() {
    boolean asks = strongest.access().mayAsk(1) || !strongest.access().known().isEmpty();
    return (!asks || attacks == 1) && !unsuited.isEmpty();
  }

  private boolean isPassed() {
    return outcome().filter(Outcome.PASS::equals).isPresent();
  }

  /** {@return whether the targets are a sample rather than all nodes of the graph} */
  public boolean isSample() {
    return targets < graphNodes;
  }

  /** {@return the verdict in words, the outcome first} */
  public List<String> sentences() {
    List<String> said = new ArrayList<>();
    outcome().ifPresent(outcome -> said.add(sentence(outcome)));
    said.add(
        String.format(
            Locale.ROOT,
            kind.said(
                "The strongest attack, %s with %,d queries, finds %,d of %,d edges if it names as"
                    + " many pairs as there are edges: recall and precision %s."),
            strongest.attack(),
            strongest.queries(),
            strongest.found().truePositives(),
            strongest.found().actual(),
            withInterval(strongest.found().recall(), strongest.recall())));
    said.add(
        String.format(
            Locale.ROOT,
            kind.said(
                "At the belief that suits attackers best, %s names %,d pairs: recall %s, precision"
                    + " %s."),
            atBestBelief.attack(),
            atBestBelief.found().predicted(),
            withInterval(atBestBelief.found().recall(), atBestBelief.recall()),
            withInterval(atBestBelief.found().precision(), atBestBelief.precision())));
    if (isPassed() && atBestBelief.found().recall() > failAbove.orElseThrow()) {
      said.add(
          "That recall is above the limit, which is set for as many pairs as there are edges: with"
              + " more pairs any attack finds more.");
    }
    said.add(sentence(tail));
    // Of those that fail, the strongest says enough; those that pass must each be excused.
    toldByFeatures.stream()
        .limit(isPassed() ? toldByFeatures.size() : 1)
        .forEach(told -> said.add(sentence(told)));
    kind.remark().ifPresent(said::add);
    if (!failed.isEmpty()) {
      said.add(
          "Failed, so that what they find is unknown: "
              + String.join("; ", failed)
              + ". If the cause passes, run the audit again; if the model or the service fails for"
              + " everybody who asks so, leave such queries out of the access.");
    }
    if (!unsuited.isEmpty()) {
      said.add(
          "Not suited to this model, so that they say nothing of it: "
              + String.join(", ", unsuited)
              + ".");
    }
    if (isPassed()) {
      said.add("An attack that is not registered may find more.");
    }
    if (!leftOut.isEmpty()) {
      said.add("Allowed, but not selected: " + String.join(", ", leftOut) + ".");
    }
    said.add("It was allowed: " + String.join(" ", strongest.access().sentences()));
    if (isPassed()) {
      said.add("All attacks were allowed at most: " + String.join(" ", allowed.sentences()));
    }
    said.add(
        isSample()
            ? String.format(
                Locale.ROOT,
                kind.said(
                    "The intervals are for the graph of %,d nodes, of which %,d are targets; they"
                        + " allow for edges that share nodes and for the choice among %,d"
                        + " attacks."),
                graphNodes,
                targets,
                attacks)
            : "All nodes are targets, so there is no sampling error"
                + (isRandom ? "." : ": the figures are those of the graph."));
    if (isRandom) {
      said.add(
          "The model answers the same query differently each time, so another run may find somewhat"
              + " more or less, and an attacker who asks more finds more.");
    }
    return List.copyOf(said);
  }

  private String sentence(Outcome outcome) {
    String limit = percent(failAbove.orElseThrow());
    String high = percent(strongest.recall().high());
    String subject =
        leftOut.isEmpty() ? "the strongest attack" : "the strongest of the selected attacks";
    String passing =
        unsuited.isEmpty()
            ? subject
            : String.format(
                Locale.ROOT,
                "the strongest of the %,d %sattacks that suit the model (%,d do not)",
                attacks,
                leftOut.isEmpty() ? "" : "selected ",
                unsuited.size());
    if (outcome == Outcome.PASS && strongest.recall().high() > failAbove.orElseThrow()) {
      return String.format(
          Locale.ROOT,
          kind.said(
              "PASS: the features alone tell what attacks find above the limit of %s, but for a share"
                  + " of the edges within it."),
          limit);
    }
    return switch (outcome) {
      case PASS ->
          "PASS: the recall of "
              + passing
              + " is at most "
              + high
              + ", within the limit of "
              + limit
              + ".";
      case FAIL ->
          "FAIL: the recall of "
              + subject
              + " may be up to "
              + high
              + ", above the limit of "
              + limit
              + ".";
      case UNDECIDED ->
          isHardlyTried() && failed.isEmpty() && leastUpperEnd <= failAbove.orElseThrow()
              ? String.format(
                  Locale.ROOT,
                  "UNDECIDED: nearly nothing was tried. The service refused %,d of the allowed attacks,"
                      + " or they do not suit the model.",
                  unsuited.size())
              : !failed.isEmpty()
                  ? String.format(
                      Locale.ROOT,
                      "UNDECIDED: %,d of the allowed attacks failed, so whether the recall is within the"
                          + " limit of %s is unknown.",
                      failed.size(),
                      limit)
                  : String.format(
                      Locale.ROOT,
                      kind.said(
                          "UNDECIDED: %,d edges between %,d targets are too few. Even if no edge had"
                              + " been found, the recall might be up to %s, above the limit of %s."),
                      edges,
                      targets,
                      percent(leastUpperEnd),
                      limit);
    };
  }

  private String sentence(ToldByFeatures told) {
    return String.format(
        Locale.ROOT,
        kind.said(
            "Without the model, likeness of features finds %,d edges with as many guesses. Of the %,d"
                + " edges that %s finds, %,d are not among them: %s of all edges."),
        told.byFeatures(),
        told.found().truePositives(),
        told.attack(),
        told.beyond(),
        withInterval(told.share(), told.beyondShare()));
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
    return String.format(
        Locale.ROOT,
        kind.said(
            "%s is sure of %,d edges: those in the longest prefix of its ranking with a precision of"
                + " at least 99 %%. True positive rate by false positive rate: %s."),
        strongest.attack(),
        risk.preciseEdges(),
        String.join(", ", measured));
  }

  private String withInterval(double share, ConfidenceInterval interval) {
    return isSample()
        ? String.format(
            Locale.ROOT,
            "%s (%.0f %% interval %s to %s)",
            percent(share),
            100 * interval.confidence(),
            percent(interval.low()),
            percent(interval.high()))
        : percent(share);
  }

  /**
   * Returns a share as sentences and tables show it, rounded half up from its decimal digits.
   *
   * @param share the share, finite
   * @return the share in percent with one decimal, such as {@code 13.7 %}
   */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", BigDecimal.valueOf(share).movePointRight(2));
  }
}
