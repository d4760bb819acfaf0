package io.linkteller.cli;

import io.linkteller.eval.audit.ConfidenceInterval;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.eval.choice.Candidate;
import io.linkteller.eval.choice.ProtectionResult;
import io.linkteller.eval.choice.Refusal;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.models.audit.ExposedNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Keeps the result of a candidate in a cell, without loss. */
final class ProtectionCell {

  private static final String REFUSED = "refused";
  private static final String NODE = "node";

  /** The separator of lists, which no message has. */
  private static final String SEPARATOR = "\u001e";

  private ProtectionCell() {}

  /** Returns the numbers of a result. */
  static List<Observation> of(ProtectionResult result) {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("name", result.name());
    texts.put("title", result.title());
    texts.put("attack", result.attack());
    result.weights().ifPresent(weights -> texts.put("weights", weights));
    texts.put("access", String.join(SEPARATOR, result.access()));
    texts.put("allowed", String.join(SEPARATOR, result.allowed()));
    texts.put("failed", String.join(SEPARATOR, result.failed()));
    texts.put("left out", String.join(SEPARATOR, result.leftOut()));
    Map<String, Double> numbers = new LinkedHashMap<>();
    result.epsilon().ifPresent(epsilon -> numbers.put("epsilon", epsilon));
    numbers.put("delta", result.delta());
    numbers.put("accuracy", result.accuracy());
    numbers.put("queries", (double) result.queries());
    numbers.put("true positives", (double) result.found().truePositives());
    numbers.put("predicted", (double) result.found().predicted());
    numbers.put("actual", (double) result.found().actual());
    numbers.put("low", result.recall().low());
    numbers.put("high", result.recall().high());
    numbers.put("confidence", result.recall().confidence());
    numbers.put("least upper end", result.leastUpperEnd());
    numbers.put("attacks", (double) result.attacks());
    numbers.put("not run", (double) result.notRun());
    numbers.put("from features", (double) result.fromFeatures());
    numbers.put("beyond features", (double) result.beyondFeatures());
    List<Observation> observations = new ArrayList<>();
    numbers.forEach((name, value) -> observations.add(new Observation(texts, name, value)));
    for (ExposedNode node : result.exposed()) {
      Map<String, String> of = Map.of(NODE, Integer.toString(node.node()));
      observations.add(new Observation(of, "edges", node.edges()));
      observations.add(new Observation(of, "named", node.named()));
      observations.add(new Observation(of, "first rank", node.firstRank()));
    }
    return observations;
  }

  /** Returns that a candidate could not be measured. */
  static List<Observation> of(Refusal refusal) {
    return List.of(
        new Observation(
            Map.of("candidate", refusal.candidate(), "reason", refusal.reason()), REFUSED, 1));
  }

  /** Returns why the candidate of a cell could not be measured, if it could not. */
  static Optional<Refusal> refusal(FinishedCell cell) {
    Observation first = cell.observations().get(0);
    return first.metric().equals(REFUSED)
        ? Optional.of(new Refusal(first.key("candidate"), first.key("reason")))
        : Optional.empty();
  }

  /** Returns whether attacks failed on the model without protection, which may pass. */
  static boolean hasFailed(FinishedCell cell) {
    Map<String, String> texts = cell.observations().get(0).keys();
    return Candidate.UNPROTECTED.equals(texts.get("name"))
        && !texts.getOrDefault("failed", "").isEmpty();
  }

  /**
   * Returns the result that a cell keeps.
   *
   * @throws IllegalArgumentException if the cell lacks a number
   */
  static ProtectionResult result(FinishedCell cell) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    Map<String, Map<String, Double>> nodes = new LinkedHashMap<>();
    for (Observation observation : cell.observations()) {
      String node = observation.keys().get(NODE);
      Map<String, Double> of =
          node == null ? numbers : nodes.computeIfAbsent(node, key -> new LinkedHashMap<>());
      of.put(observation.metric(), observation.value());
    }
    List<ExposedNode> exposed = new ArrayList<>();
    nodes.forEach(
        (node, of) ->
            exposed.add(
                new ExposedNode(
                    Integer.parseInt(node),
                    (int) number(of, "edges"),
                    (int) number(of, "named"),
                    (long) number(of, "first rank"))));
    Observation first = cell.observations().get(0);
    return new ProtectionResult(
        first.key("name"),
        first.key("title"),
        numbers.containsKey("epsilon")
            ? OptionalDouble.of(number(numbers, "epsilon"))
            : OptionalDouble.empty(),
        number(numbers, "delta"),
        Optional.ofNullable(first.keys().get("weights")),
        number(numbers, "accuracy"),
        list(first, "allowed"),
        first.key("attack"),
        (long) number(numbers, "queries"),
        list(first, "access"),
        new EdgeMetrics(
            (long) number(numbers, "true positives"),
            (long) number(numbers, "predicted"),
            (long) number(numbers, "actual")),
        new ConfidenceInterval(
            number(numbers, "low"), number(numbers, "high"), number(numbers, "confidence")),
        number(numbers, "least upper end"),
        (int) number(numbers, "attacks"),
        (int) number(numbers, "not run"),
        list(first, "failed"),
        list(first, "left out"),
        (int) number(numbers, "from features"),
        (int) number(numbers, "beyond features"),
        exposed);
  }

  private static List<String> list(Observation of, String name) {
    String text = of.key(name);
    return text.isEmpty() ? List.of() : List.of(text.split(SEPARATOR, -1));
  }

  private static double number(Map<String, Double> numbers, String name) {
    return Optional.ofNullable(numbers.get(name))
        .orElseThrow(
            () -> new IllegalArgumentException("a finished candidate has no number " + name));
  }
}
