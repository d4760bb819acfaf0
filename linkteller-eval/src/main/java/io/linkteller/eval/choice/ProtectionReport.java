package io.linkteller.eval.choice;

import io.linkteller.dp.MechanismType;
import io.linkteller.eval.audit.LeakageVerdict;
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
 * Accuracy against leakage of all candidates, and the choice among them. It is for the owner alone:
 * everything in it was computed on the private graph, and nothing of it is covered by a guarantee.
 * Immutable.
 *
 * @param results the candidates that were measured, in the order of the candidates
 * @param refusals those that could not be
 * @param measure the name of the accuracy, such as {@code rare-class F1}
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
   * @param refusals those that could not be
   * @param measure the name of the accuracy, such as {@code rare-class F1}
   * @param minAccuracy the smallest acceptable accuracy, if a limit was set
   * @param maxLeakage the largest acceptable recall of the strongest attack, if a limit was set
   * @param graphNodes the number of nodes of the served graph
   * @param targets the number of targets
   * @param judged the number of nodes whose predictions were judged
   * @param seeded whether the noise came from a seed
   * @throws IllegalArgumentException if the unprotected model or that without edges is missing, or
   *     a limit is outside [0, 1]
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

  /** {@return the model without edges: what features and labels alone give} */
  public ProtectionResult withoutEdges() {
    return named(results, Candidate.WITHOUT_EDGES);
  }

  /**
   * Returns what an attacker gains over someone who has features and labels only, whose findings
   * are those behind the model without edges.
   *
   * @param result a row
   * @return the difference of the recalls, in [-1, 1]
   */
  public double gain(ProtectionResult result) {
    return result.found().recall() - withoutEdges().found().recall();
  }

  /**
   * Returns how many targets would decide on a candidate that is outside the limit on leakage only
   * for want of them.
   *
   * @param result a row
   * @return the number; empty if more targets would not help, or without such a limit
   */
  public OptionalInt targetsFor(ProtectionResult result) {
    return maxLeakage.isPresent()
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
   * @return whether its accuracy is at least, and the upper end of its leakage at most, the limit
   */
  public boolean isWithin(ProtectionResult result) {
    return (minAccuracy.isEmpty() || result.accuracy() >= minAccuracy.getAsDouble())
        && (maxLeakage.isEmpty()
            || result.outcome(maxLeakage.getAsDouble()) == LeakageVerdict.Outcome.PASS);
  }

  /**
   * Returns the choice. Under a limit on leakage alone it is the most accurate candidate within it,
   * otherwise the one with the least leakage; of equals, the one with the smallest ε.
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
   * or more accurate with as little}
   */
  public List<ProtectionResult> undominated() {
    return results.stream()
        .filter(ProtectionResult::isProtected)
        .filter(
            each ->
                results.stream()
                    .filter(ProtectionResult::isProtected)
                    .noneMatch(other -> dominates(other, each)))
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
    Optional<ProtectionResult> choice = chosen();
    if (choice.isPresent()) {
      said.add(
          String.format(
              Locale.ROOT,
              "CHOICE with %s: %s, with %s",
              limits(),
              choice.get().label(),
              described(choice.get())));
    } else if (hasLimit()) {
      said.add("NO CHOICE: no protected candidate has " + limits() + ".");
    } else {
      said.add(
          "NO LIMIT was set on accuracy or leakage, so nothing is chosen. No other candidate is"
              + " better in both than: "
              + undominated().stream()
                  .map(ProtectionResult::label)
                  .collect(Collectors.joining("; "))
              + ".");
    }
    String failed = labels(result -> !result.failed().isEmpty());
    if (!failed.isEmpty()) {
      said.add("Attacks failed, so that these rows may leak more than was found: " + failed + ".");
    }
    said.add("Without protection: " + described(unprotected()));
    said.add(
        "Someone who has features and labels only, and no answers that depend on edges: "
            + described(withoutEdges()));
    if (!leftOut().isEmpty()) {
      said.add("Allowed, but not selected: " + leftOut() + ".");
    }
    return List.copyOf(said);
  }

  private String described(ProtectionResult result) {
    return String.format(
        Locale.ROOT,
        "%s %.3f; the strongest %s, %s with %,d %s, finds %,d of %,d edges, %s.",
        measure,
        result.accuracy(),
        leftOut().isEmpty() ? "attack" : "of the selected attacks",
        result.attack(),
        result.queries(),
        result.queries() == 1 ? "query" : "queries",
        result.found().truePositives(),
        result.found().actual(),
        LeakageVerdict.percent(result.found().recall())
            + (isSample()
                ? String.format(
                    Locale.ROOT,
                    " (%.0f %% interval %s to %s)",
                    100 * result.recall().confidence(),
                    LeakageVerdict.percent(result.recall().low()),
                    LeakageVerdict.percent(result.recall().high()))
                : ""));
  }

  /** Returns values of rows in words, each with the labels of the rows that have it. */
  private Map<String, List<String>> byValue(Function<ProtectionResult, List<String>> values) {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (ProtectionResult result : results) {
      for (String value : values.apply(result)) {
        rows.computeIfAbsent(value, key -> new ArrayList<>()).add(result.label());
      }
    }
    return rows;
  }

  /** Returns the attacks that were allowed and not selected, empty if there is none. */
  private String leftOut() {
    return String.join(", ", byValue(ProtectionResult::leftOut).keySet());
  }

  private String labels(Predicate<ProtectionResult> which) {
    return results.stream()
        .filter(which)
        .map(ProtectionResult::label)
        .collect(Collectors.joining("; "));
  }

  /** {@return the limits in words} */
  private String limits() {
    List<String> said = new ArrayList<>();
    minAccuracy.ifPresent(
        limit -> said.add(String.format(Locale.ROOT, "%s at least %.3f", measure, limit)));
    maxLeakage.ifPresent(limit -> said.add("leakage at most " + LeakageVerdict.percent(limit)));
    return String.join(" and ", said);
  }

  /** {@return what to do next, by the results} */
  public List<String> nextSteps() {
    List<String> steps = new ArrayList<>();
    Optional<ProtectionResult> choice = chosen();
    choice.ifPresentOrElse(chosen -> adopt(steps, chosen), () -> search(steps));
    if (!hasLimit() && withoutEdges().accuracy() >= unprotected().accuracy()) {
      steps.add(
          String.format(
              Locale.ROOT,
              "Serve the model without edges: with %s %.3f it is as good as the unprotected one,"
                  + " %.3f, and its answers depend on no edge.",
              measure,
              withoutEdges().accuracy(),
              unprotected().accuracy()));
    }
    useless(steps, choice);
    byValue(ProtectionResult::failed)
        .forEach(
            (attack, rows) ->
                steps.add(
                    "Find out why an attack failed, and measure again: "
                        + attack
                        + ", behind "
                        + String.join("; ", rows)
                        + "."));
    if (results.stream().anyMatch(result -> targetsFor(result).isPresent())) {
      steps.add(
          "More targets would decide some rows; the table says how many, if the recall stays.");
    }
    refusals.forEach(
        refusal -> steps.add("Not measured: " + refusal.candidate() + ": " + refusal.reason()));
    return List.copyOf(steps);
  }

  private void adopt(List<String> steps, ProtectionResult chosen) {
    if (chosen.epsilon().isEmpty()) {
      steps.add(
          "Serve the model without edges. It needs no release; keep the edges out of features,"
              + " labels and the split of the nodes.");
      return;
    }
    double epsilon = chosen.epsilon().getAsDouble();
    steps.add(
        String.format(
            Locale.ROOT,
            "Release once with %s from a secure source (%s): it is charged epsilon = %s%s, and must"
                + " be marked as chosen on the private graph. What was measured here is no release"
                + " and must not be published.",
            chosen.title(),
            MechanismType.all().stream().anyMatch(type -> type.name().equals(chosen.name()))
                ? "command perturb --mechanism "
                    + chosen.name()
                    + " --epsilon "
                    + Candidate.shortest(epsilon)
                    + " --epsilon-chosen-on-graph"
                : "in Java, ProtectionChoice.release; no command does",
            Candidate.shortest(epsilon),
            chosen.delta() > 0 ? ", delta = " + chosen.delta() : ""));
    if (chosen.accuracy() <= withoutEdges().accuracy() && isWithin(withoutEdges())) {
      steps.add(
          String.format(
              Locale.ROOT,
              "Consider the model without edges instead: its answers depend on no edge, and with %s"
                  + " %.3f it is at least as accurate.",
              measure,
              withoutEdges().accuracy()));
    }
    double gain = gain(chosen);
    steps.add(
        gain <= 0
            ? "Attacks find no more than features and labels tell. No protection of edges lowers"
                + " this rest; hiding features would."
            : String.format(
                Locale.ROOT,
                "Attacks still find %s of the edges, by %s, where features and labels alone tell %s."
                    + " Decide whether that is acceptable.",
                LeakageVerdict.percent(chosen.found().recall()),
                chosen.attack(),
                LeakageVerdict.percent(withoutEdges().found().recall())));
    List<ProtectionResult> same =
        results.stream().filter(result -> result.name().equals(chosen.name())).toList();
    if (same.size() > 1
        && same.stream().allMatch(result -> result.epsilonOrder() <= chosen.epsilonOrder())
        && minAccuracy.isEmpty()) {
      steps.add(
          "The chosen epsilon is the largest that was tried: a larger one may be within the limit,"
              + " too.");
    }
    if (same.size() > 1
        && same.stream().allMatch(result -> result.epsilonOrder() >= chosen.epsilonOrder())
        && minAccuracy.isPresent()) {
      steps.add(
          "The chosen epsilon is the smallest that was tried: a smaller one may be within the"
              + " limit, too.");
    }
  }

  private void search(List<String> steps) {
    if (!hasLimit()) {
      steps.add(
          "Set the largest acceptable leakage, or the smallest acceptable accuracy, before looking"
              + " at the table again.");
      return;
    }
    minAccuracy.ifPresent(
        limit ->
            results.stream()
                .filter(ProtectionResult::isProtected)
                .filter(
                    result ->
                        maxLeakage.isEmpty()
                            || result.outcome(maxLeakage.getAsDouble())
                                == LeakageVerdict.Outcome.PASS)
                .max(Comparator.comparing(ProtectionResult::accuracy))
                .ifPresent(
                    nearest ->
                        steps.add(
                            String.format(
                                Locale.ROOT,
                                "The most accurate %s is %s, with %s %.3f: accept that, or try a"
                                    + " larger epsilon or another mechanism.",
                                maxLeakage.isEmpty()
                                    ? "protected candidate"
                                    : "protected candidate within the limit on leakage",
                                nearest.label(),
                                measure,
                                nearest.accuracy()))));
    maxLeakage.ifPresent(
        limit ->
            results.stream()
                .filter(ProtectionResult::isProtected)
                .min(Comparator.comparing(ProtectionResult::leakage))
                .filter(nearest -> nearest.leakage() > limit)
                .ifPresent(
                    nearest ->
                        steps.add(
                            String.format(
                                Locale.ROOT,
                                "Even behind the best of them, %s, attacks may find up to %s of the edges. Someone who"
                                    + " has features and labels only finds %s, which no protection"
                                    + " of edges lowers.",
                                nearest.label(),
                                LeakageVerdict.percent(nearest.recall().high()),
                                LeakageVerdict.percent(withoutEdges().found().recall())))));
  }

  private void useless(List<String> steps, Optional<ProtectionResult> choice) {
    String below =
        labels(
            result ->
                result.epsilon().isPresent()
                    && choice.filter(result::equals).isEmpty()
                    && result.accuracy() <= withoutEdges().accuracy());
    if (!below.isEmpty() && (!hasLimit() || isWithin(withoutEdges()))) {
      steps.add(
          String.format(
              Locale.ROOT,
              "Do not use %s: the model without edges is at least as accurate, with %s %.3f.",
              below,
              measure,
              withoutEdges().accuracy()));
    }
  }

  /** {@return whether the targets are a sample of the nodes} */
  public boolean isSample() {
    return targets < graphNodes;
  }

  /** {@return what attackers were allowed, in words, by rows} */
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
            ? String.format(
                Locale.ROOT,
                "%,d of %,d nodes are targets. Each interval of the leakage is for the whole graph"
                    + " and for the choice of the strongest of its attacks, with %.0f %% confidence"
                    + " for each row alone.",
                targets,
                graphNodes,
                100 * unprotected().recall().confidence())
            : String.format(
                Locale.ROOT,
                "All %,d nodes are targets, so the leakage has no sampling error.",
                graphNodes));
    said.add(
        String.format(
            Locale.ROOT,
            "The accuracy is measured on %,d nodes, on which also the choice was made: for the"
                + " chosen candidate it is slightly too good. Each row is one draw of noise and one"
                + " training.",
            judged));
    String ended = labels(result -> !result.ended().isEmpty());
    if (!ended.isEmpty()) {
      said.add(
          "An attack exceeded the limit, so that further ones were not run, and more may be found: "
              + ended
              + ".");
    }
    if (!unprotected().title().equals(Candidate.unprotected().title())) {
      said.add(
          "The model without protection was given, and may have been trained on these nodes: its"
              + " accuracy may be too good, so that protection seems to cost more than it does.");
    }
    said.add(
        (leftOut().isEmpty()
                ? "Leakage is what the attacks of this library find, no bound on all attacks."
                : "Leakage is what the selected attacks find, no bound on others, such as those of"
                    + " this library that were not selected: "
                    + leftOut()
                    + ".")
            + " The guarantee of a mechanism holds against all of them, for one edge.");
    return List.copyOf(said);
  }

  /** {@return for whom the report is, and what choosing by it costs, in words} */
  public List<String> warnings() {
    List<String> said = new ArrayList<>();
    said.add(
        "This page is for the owner of the graph alone. Everything on it was computed from the true"
            + " edges; it is no release, and no guarantee covers it.");
    said.add(
        "A mechanism and an epsilon that were chosen by looking at it depend on the graph. The"
            + " epsilon of a release does not cover this choice, and its guarantee must say so.");
    said.add(
        "To be covered, choose on a public graph instead: one of the same kind, or one that was"
            + " generated with the same number of nodes and edges, then release yours once with"
            + " what was chosen there, without having looked here.");
    if (seeded) {
      said.add(
          "The noise came from a seed, so that this page can be made again. A release must not use"
              + " a seed.");
    }
    return List.copyOf(said);
  }
}
