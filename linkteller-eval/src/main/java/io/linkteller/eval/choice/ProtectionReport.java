package io.linkteller.eval.choice;

import io.linkteller.eval.audit.LeakageVerdict;
import io.linkteller.eval.audit.LeakageVerdict.Outcome;
import io.linkteller.eval.choice.ProtectionStep.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Accuracy and leakage of all candidates, and the choice among them. The report is only for the
 * owner: everything in it was computed on the private graph, and no guarantee covers it. Immutable.
 *
 * @param results the candidates that were measured, in the order of the candidates
 * @param refusals the candidates that could not be measured
 * @param measure the name of the measure of accuracy, such as {@code rare-class F1}
 * @param minAccuracy the smallest acceptable accuracy, if a limit was set
 * @param maxLeakage the largest acceptable recall of the strongest attack, if a limit was set
 * @param graphNodes the number of nodes of the served graph
 * @param targets the number of targets
 * @param judged the number of nodes whose predictions were judged
 * @param seeded whether the noise came from a seed
 */
public record ProtectionReport(
    List<ProtectionResult> results,
    List<Refusal> refusals,
    String measure,
    OptionalDouble minAccuracy,
    OptionalDouble maxLeakage,
    int graphNodes,
    int targets,
    int judged,
    boolean seeded) {

  /**
   * Copies the lists.
   *
   * @param results the candidates that were measured, in the order of the candidates
   * @param refusals the candidates that could not be measured
   * @param measure the name of the measure of accuracy, such as {@code rare-class F1}
   * @param minAccuracy the smallest acceptable accuracy, if a limit was set
   * @param maxLeakage the largest acceptable recall of the strongest attack, if a limit was set
   * @param graphNodes the number of nodes of the served graph
   * @param targets the number of targets
   * @param judged the number of nodes whose predictions were judged
   * @param seeded whether the noise came from a seed
   * @throws IllegalArgumentException if a limit is outside [0, 1], or the unprotected model or the
   *     model without edges is missing
   */
  public ProtectionReport {
    results = List.copyOf(results);
    refusals = List.copyOf(refusals);
    for (OptionalDouble limit : List.of(minAccuracy, maxLeakage)) {
      if (limit.isPresent() && !(limit.getAsDouble() >= 0 && limit.getAsDouble() <= 1)) {
        throw new IllegalArgumentException("limit = " + limit.getAsDouble() + " is outside [0, 1]");
      }
    }
    named(results, Candidate.UNPROTECTED);
    named(results, Candidate.WITHOUT_EDGES);
  }

  private static ProtectionResult named(List<ProtectionResult> results, String name) {
    return results.stream()
        .filter(result -> result.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "results has no row \"" + name + "\" to compare with"));
  }

  /** {@return the model without protection} */
  public ProtectionResult unprotected() {
    return named(results, Candidate.UNPROTECTED);
  }

  /** {@return the model without edges, which uses only features and labels} */
  public ProtectionResult withoutEdges() {
    return named(results, Candidate.WITHOUT_EDGES);
  }

  /**
   * Returns by how much the recall of the strongest attack exceeds that against the model without
   * edges, which represents someone who has only features and labels.
   *
   * @param result a row
   * @return the difference of the recalls, in [-1, 1]
   */
  public double gain(ProtectionResult result) {
    return result.found().recall() - withoutEdges().found().recall();
  }

  /**
   * Returns how many targets would be needed to decide on a candidate that is outside the limit on
   * leakage only because there are too few targets.
   *
   * @param result a row
   * @return the number; empty if more targets would not help, or without such a limit
   */
  public OptionalInt targetsFor(ProtectionResult result) {
    return maxLeakage.isPresent() && isAccurate(result)
        ? result.targetsFor(maxLeakage.getAsDouble(), targets, graphNodes)
        : OptionalInt.empty();
  }

  /** {@return whether a limit on accuracy or leakage was set} */
  public boolean hasLimit() {
    return minAccuracy.isPresent() || maxLeakage.isPresent();
  }

  /**
   * Returns whether a candidate is within the limits.
   *
   * @param result a row
   * @return whether its accuracy and the upper end of its leakage are within the limits
   */
  public boolean isWithin(ProtectionResult result) {
    return isAccurate(result) && (maxLeakage.isEmpty() || leaks(result, Outcome.PASS));
  }

  /**
   * Returns whether a candidate may be within the limits: it is accurate enough, but it is unknown
   * whether it leaks too much, because there are too few targets or attacks failed.
   *
   * @param result a row
   * @return whether more targets, or attacks that do not fail, would settle this
   */
  public boolean isUndecided(ProtectionResult result) {
    return targetsFor(result).isPresent()
        || (isAccurate(result) && leaks(result, Outcome.UNDECIDED));
  }

  private boolean isAccurate(ProtectionResult result) {
    return minAccuracy.isEmpty() || result.accuracy() >= minAccuracy.getAsDouble();
  }

  private boolean leaks(ProtectionResult result, Outcome outcome) {
    return maxLeakage.isPresent() && result.outcome(maxLeakage.getAsDouble()) == outcome;
  }

  /**
   * Returns the choice. If only leakage is limited, this is the most accurate candidate within the
   * limit; otherwise, it is the candidate with the least leakage. Ties go to the smallest ε.
   *
   * @return the choice; empty without a limit, or if no protected candidate is within the limits
   */
  public Optional<ProtectionResult> chosen() {
    Comparator<ProtectionResult> best =
        minAccuracy.isEmpty()
            ? Comparator.comparing(ProtectionResult::accuracy, Comparator.reverseOrder())
            : Comparator.comparing(ProtectionResult::leakage);
    return hasLimit()
        ? results.stream()
            .filter(ProtectionResult::isProtected)
            .filter(this::isWithin)
            .min(best.thenComparing(ProtectionResult::epsilonOrder))
        : Optional.empty();
  }

  /**
   * {@return the protected candidates for which no other is at least as accurate with less leakage,
   * or more accurate with no more leakage}
   */
  public List<ProtectionResult> undominated() {
    List<ProtectionResult> all = results.stream().filter(ProtectionResult::isProtected).toList();
    return all.stream()
        .filter(each -> all.stream().noneMatch(other -> dominates(other, each)))
        .toList();
  }

  private static boolean dominates(ProtectionResult one, ProtectionResult other) {
    double leakage = one.found().recall();
    double than = other.found().recall();
    return one.accuracy() >= other.accuracy()
        && leakage <= than
        && (one.accuracy() > other.accuracy() || leakage < than);
  }

  /** {@return the verdict in words, the choice first} */
  public List<String> sentences() {
    List<String> said = new ArrayList<>();
    said.add(
        chosen()
            .map(
                choice ->
                    text("CHOICE with %s: %s, with %s", limits(), choice.label(), with(choice)))
            .orElseGet(this::noChoice));
    addLabels(
        said,
        result -> !result.failed().isEmpty(),
        "Attacks failed, so these rows may leak more than was found: %s.");
    said.add("Without protection: " + with(unprotected()));
    said.add("Without edges, so that only features can reveal them: " + with(withoutEdges()));
    if (!leftOut().isEmpty()) {
      said.add("Allowed, but not selected: " + leftOut() + ".");
    }
    return List.copyOf(said);
  }

  /** Returns why nothing is chosen. */
  private String noChoice() {
    String open = labels(result -> result.isProtected() && isUndecided(result));
    return !hasLimit()
        ? "NO LIMIT was set on accuracy or leakage, so nothing is chosen. Candidates that no other"
            + " candidate beats in both: "
            + labels(undominated()::contains)
            + "."
        : open.isEmpty()
            ? text("NO CHOICE: no protected candidate has %s.", limits())
            : text(
                "UNDECIDED, so nothing is chosen: no protected candidate is certain to have %s."
                    + " Not decided without more targets%s: %s.",
                limits(),
                labels(result -> !result.failed().isEmpty()).isEmpty()
                    ? ""
                    : " or attacks that do not fail",
                open);
  }

  /** Returns the accuracy and the leakage of a row. */
  private String with(ProtectionResult result) {
    return text(
        "%s %.3f%s; the strongest %s, %s with %,d %s, finds %,d of %,d edges, %s.",
        measure,
        result.accuracy(),
        result
            .accuracyInterval()
            .map(
                interval ->
                    text(
                        " (%.0f %% interval %.3f to %.3f)",
                        100 * interval.confidence(), interval.low(), interval.high()))
            .orElse(""),
        leftOut().isEmpty() ? "attack" : "of the selected attacks",
        result.attack(),
        result.queries(),
        result.queries() == 1 ? "query" : "queries",
        result.found().truePositives(),
        result.found().actual(),
        isSample()
            ? result.recall().around(result.found().recall())
            : LeakageVerdict.percent(result.found().recall()));
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** Returns the values of the rows, each with the labels of the rows that have it. */
  private Map<String, List<String>> byValue(Function<ProtectionResult, List<String>> values) {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (ProtectionResult result : results) {
      for (String value : values.apply(result)) {
        rows.computeIfAbsent(value, key -> new ArrayList<>()).add(result.label());
      }
    }
    return rows;
  }

  /** Returns the attacks that were allowed but not selected; empty if there are none. */
  private String leftOut() {
    return String.join(", ", byValue(ProtectionResult::leftOut).keySet());
  }

  private String labels(Predicate<ProtectionResult> which) {
    return results.stream()
        .filter(which)
        .map(ProtectionResult::label)
        .collect(Collectors.joining("; "));
  }

  /** Adds a sentence about the rows to which it applies, if there are any. */
  private void addLabels(List<String> said, Predicate<ProtectionResult> which, String sentence) {
    String labels = labels(which);
    if (!labels.isEmpty()) {
      said.add(text(sentence, labels));
    }
  }

  /** {@return the limits in words} */
  private String limits() {
    List<String> said = new ArrayList<>();
    minAccuracy.ifPresent(limit -> said.add(text("%s at least %.3f", measure, limit)));
    maxLeakage.ifPresent(limit -> said.add("leakage at most " + LeakageVerdict.percent(limit)));
    return String.join(" and ", said);
  }

  /** {@return what to do next according to the results} */
  public List<ProtectionStep> nextSteps() {
    List<ProtectionStep> steps = new ArrayList<>();
    chosen().ifPresentOrElse(chosen -> adopt(steps, chosen), () -> search(steps));
    if (!hasLimit() && withoutEdges().accuracy() >= unprotected().accuracy()) {
      steps.add(
          Kind.SERVE_WITHOUT_EDGES.of(
              "Serve the model without edges: with %s %.3f, it is at least as good as the"
                  + " unprotected model, with %.3f, and its answers do not depend on edges.",
              measure, withoutEdges().accuracy(), unprotected().accuracy()));
    }
    String useless =
        labels(
            result ->
                result.epsilon().isPresent()
                    && chosen().filter(result::equals).isEmpty()
                    && result.accuracy() <= withoutEdges().accuracy());
    if (!useless.isEmpty() && (!hasLimit() || isWithin(withoutEdges()))) {
      steps.add(
          Kind.AVOID.of(
              "Do not use %s: the model without edges is at least as accurate, with %s %.3f.",
              useless, measure, withoutEdges().accuracy()));
    }
    byValue(ProtectionResult::failed)
        .forEach(
            (attack, rows) ->
                steps.add(
                    Kind.FIX_FAILURES.of(
                        "Find out why an attack failed, and measure again: %s, against %s.",
                        attack, String.join("; ", rows))));
    if (results.stream().anyMatch(result -> targetsFor(result).isPresent())) {
      steps.add(
          Kind.TAKE_MORE_TARGETS.of(
              "Measure with more targets to decide some rows. The table says how many are"
                  + " needed if attacks continue to find the same share."));
    }
    refusals.forEach(
        refusal ->
            steps.add(
                Kind.CHANGE_CANDIDATES.of(
                    "Not measured: %s: %s", refusal.protection(), refusal.reason())));
    return List.copyOf(steps);
  }

  private void adopt(List<ProtectionStep> steps, ProtectionResult chosen) {
    if (chosen.epsilon().isEmpty()) {
      steps.add(
          Kind.SERVE_WITHOUT_EDGES.of(
              "Serve the model without edges; there is nothing to release. Do not derive features,"
                  + " labels or the choice of training nodes from edges."));
      return;
    }
    steps.add(
        Kind.RELEASE.of(
            "Release once with %s at epsilon = %s%s, with fresh noise from a secure source. Charge"
                + " it to the privacy budget, and mark it as chosen on the private graph. Do not"
                + " publish what was measured here.",
            chosen.title(),
            Candidate.shortest(chosen.epsilon().getAsDouble()),
            chosen.delta() > 0 ? " and delta = " + chosen.delta() : ""));
    if (chosen.accuracy() <= withoutEdges().accuracy() && isWithin(withoutEdges())) {
      steps.add(
          Kind.SERVE_WITHOUT_EDGES.of(
              "Consider the model without edges instead: its answers do not depend on edges, and"
                  + " with %s %.3f, it is at least as accurate.",
              measure, withoutEdges().accuracy()));
    }
    steps.add(
        gain(chosen) <= 0
            ? Kind.JUDGE_THE_REST.of(
                "Attacks find no more than against the model without edges. The remaining leakage"
                    + " comes from features; only hiding features would lower it.")
            : Kind.JUDGE_THE_REST.of(
                "Decide whether the remaining leakage is acceptable: %s still finds %s of the"
                    + " edges; attacks find %s against the model without edges.",
                chosen.attack(),
                LeakageVerdict.percent(chosen.found().recall()),
                LeakageVerdict.percent(withoutEdges().found().recall())));
    List<Double> others =
        results.stream()
            .filter(result -> result.name().equals(chosen.name()) && !result.equals(chosen))
            .map(ProtectionResult::epsilonOrder)
            .toList();
    boolean larger = minAccuracy.isEmpty();
    if (!others.isEmpty()
        && others.stream().allMatch(other -> larger == other <= chosen.epsilonOrder())) {
      steps.add(
          Kind.TRY_OTHER_EPSILONS.of(
              "The chosen epsilon is the %s that was tried; a %s one may also be within the limit.",
              larger ? "largest" : "smallest", larger ? "larger" : "smaller"));
    }
  }

  private void search(List<ProtectionStep> steps) {
    if (!hasLimit()) {
      steps.add(
          Kind.SET_LIMIT.of(
              "Set the largest acceptable leakage, or the smallest acceptable accuracy, before"
                  + " looking at the table again."));
      return;
    }
    List<ProtectionResult> all = results.stream().filter(ProtectionResult::isProtected).toList();
    if (minAccuracy.isPresent()) {
      all.stream()
          .filter(result -> maxLeakage.isEmpty() || leaks(result, Outcome.PASS))
          .max(Comparator.comparing(ProtectionResult::accuracy))
          .ifPresent(
              nearest ->
                  steps.add(
                      Kind.CHANGE_CANDIDATES.of(
                          "The most accurate protected candidate%s is %s, with %s %.3f: accept"
                              + " this, or try a larger epsilon or another mechanism.",
                          maxLeakage.isEmpty() ? "" : " within the limit on leakage",
                          nearest.label(),
                          measure,
                          nearest.accuracy())));
    }
    all.stream()
        .min(Comparator.comparing(ProtectionResult::leakage))
        .filter(nearest -> nearest.leakage() > maxLeakage.orElse(1) && !isUndecided(nearest))
        .ifPresent(
            nearest ->
                steps.add(
                    Kind.CHANGE_CANDIDATES.of(
                        "Even against the best candidate, %s, attacks may find up to %s of the"
                            + " edges. Against the model without edges, they find %s, which no"
                            + " protection of edges can lower.",
                        nearest.label(),
                        LeakageVerdict.percent(nearest.recall().high()),
                        LeakageVerdict.percent(withoutEdges().found().recall()))));
  }

  /** {@return whether the targets are a sample of the nodes} */
  public boolean isSample() {
    return targets < graphNodes;
  }

  /** {@return what attackers were allowed, in words, for each group of rows} */
  public List<String> allowed() {
    return byValue(result -> List.of(String.join(" ", result.allowed()))).entrySet().stream()
        .map(each -> String.join("; ", each.getValue()) + ": " + each.getKey())
        .toList();
  }

  /** {@return how certain the figures are, in words} */
  public List<String> certainty() {
    List<String> said = new ArrayList<>();
    said.add(
        isSample()
            ? text(
                "%,d of %,d nodes, drawn at random, are targets. The interval of the leakage is for"
                    + " the whole graph and for the strongest of the attacks, with %.0f %%"
                    + " confidence for each row separately.",
                targets, graphNodes, 100 * unprotected().recall().confidence())
            : text("All %,d nodes are targets, so the leakage has no sampling error.", graphNodes));
    said.add(
        text(
            "The %s is measured on %,d nodes, on which the choice was also based, so it is slightly"
                + " too high for the chosen candidate. %s Each row is based on one draw of noise"
                + " and one training; another draw gives different figures.",
            measure,
            judged,
            unprotected().accuracyInterval().isPresent()
                ? "Its interval, that of Clopper and Pearson, allows only for the choice of these"
                    + " nodes."
                : "It has no interval, because it is not the share of nodes that are classified"
                    + " correctly."));
    said.add(
        text(
            "The model without edges has no edges to leak. Only attacks on features, with at most"
                + " one query, apply to it; attacks run: %,d.",
            withoutEdges().attacksRun()));
    addLabels(
        said,
        result -> !result.ended().isEmpty(),
        "An attack exceeded the limit, so the remaining attacks, which may find more, were not run:"
            + " %s.");
    if (!unprotected().title().equals(Candidate.unprotected().title())) {
      said.add(
          "The model without protection was supplied and may have been trained on these nodes. Its"
              + " accuracy may then be too high, so that protection seems to cost more than it"
              + " does.");
    }
    said.add(
        (leftOut().isEmpty()
                ? "Leakage is what the attacks of this library find, not a bound on all attacks."
                : "Leakage is what the selected attacks find, not a bound on others, such as those"
                    + " of this library that were not selected: "
                    + leftOut()
                    + ".")
            + " The guarantee of a mechanism holds against all attacks, for one edge.");
    return List.copyOf(said);
  }

  /** {@return who may read the report and what a choice based on it costs, in words} */
  public List<String> warnings() {
    List<String> said = new ArrayList<>();
    said.add(
        "Only for the owner of the graph: this page was computed from the true edges, and no"
            + " guarantee covers it.");
    said.add(
        "Choosing a mechanism and an epsilon with this page uses the graph once more. The epsilon"
            + " of the release does not cover this use, and its guarantee must say so.");
    said.add(
        "To avoid this, make the choice on a public graph of the same kind, or on a generated one"
            + " with as many nodes and edges, and release your graph with that choice, without a"
            + " page like this one.");
    if (seeded) {
      said.add(
          "The noise came from a seed, so that this page can be reproduced. Anyone who knows the"
              + " seed can remove the noise, so a release must not use one.");
    }
    return List.copyOf(said);
  }
}
