package io.linkteller.eval.audit;

import io.linkteller.attack.Access;
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
 * @param withoutQueries the attack that finds more than the strongest without either
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
 * @param toldByFeatures the attacks that name the same edges on the control, so that these do not
 *     count
 * @param leftOut the registered attacks that the access allows and that were not selected
 * @param usesEdges whether the answers to the features as they are differ from those of the
 *     control, if there is one
 * @param isRandom whether the black box answers the same query differently
 * @param failAbove the largest recall that is acceptable, if a limit was set
 */
public record LeakageVerdict(
    StrongestAttack strongest,
    StrongestAttack atBestBelief,
    Optional<StrongestAttack> withoutQueries,
    Access allowed,
    EdgeKind kind,
    int graphNodes,
    int targets,
    int edges,
    int attacks,
    double leastUpperEnd,
    List<String> failed,
    List<String> unsuited,
    List<String> toldByFeatures,
    List<String> leftOut,
    Optional<Boolean> usesEdges,
    boolean isRandom,
    OptionalDouble failAbove) {

  /** Whether the leakage is within the limit. */
  public enum Outcome {
    /** The upper end of the recall is at most the limit. */
    PASS,
    /** The upper end of the recall exceeds the limit. */
    FAIL,
    /**
     * The targets have too few edges, or an attack failed: the upper end would exceed the limit
     * even if no edge had been found, and the measured recall does not exceed it.
     */
    UNDECIDED
  }

  /** {@return the outcome, if a limit was set} */
  public Optional<Outcome> outcome() {
    if (failAbove.isEmpty()) {
      return Optional.empty();
    }
    double limit = failAbove.getAsDouble();
    if (isToldByFeatures()) {
      // No edge was read from the answers, which says little of a small sample.
      return Optional.of(leastUpperEnd <= limit ? Outcome.PASS : Outcome.UNDECIDED);
    }
    if (strongest.recall().high() <= limit) {
      return Optional.of(Outcome.PASS);
    }
    return Optional.of(
        strongest.found().recall() <= limit && leastUpperEnd > limit
            ? Outcome.UNDECIDED
            : Outcome.FAIL);
  }

  /** Returns whether all that attacks read from answers is what features tell. */
  private boolean isToldByFeatures() {
    boolean asks = strongest.access().mayAsk(1) || !strongest.access().known().isEmpty();
    return failed.isEmpty()
        && !toldByFeatures.isEmpty()
        && (!asks || toldByFeatures.contains(strongest.attack()));
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
    withoutQueries.ifPresent(
        other ->
            said.add(
                String.format(
                    Locale.ROOT,
                    "Without asking the model, %s finds %s: whatever it answers, features tell that.",
                    other.attack(),
                    percent(other.found().recall()))));
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
    if (!toldByFeatures.isEmpty()) {
      said.add(
          kind.said(
                  "Not counted, since they find the same edges if the nodes are exchanged in the graph:"
                      + " the features tell these, whatever the model answers: ")
              + String.join(", ", toldByFeatures)
              + ".");
    }
    usesEdges
        .filter(uses -> !uses || isPassed())
        .ifPresent(
            uses ->
                said.add(
                    kind.said(
                        uses
                            ? "The answers depend on the edges, so an attack that is not registered"
                                + " may find more."
                            : "With the nodes exchanged in the graph, the answers to the features as"
                                + " they are stay the same: they do not depend on the edges.")));
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
    if (outcome == Outcome.PASS && isToldByFeatures()) {
      return kind.said(
          "PASS: whatever attacks read from the answers, they also find with the nodes exchanged in"
              + " the graph, so it is no leak of edges.");
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
          !failed.isEmpty()
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
