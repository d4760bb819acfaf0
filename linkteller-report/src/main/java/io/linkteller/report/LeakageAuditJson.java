package io.linkteller.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.eval.audit.AttackOutcome;
import io.linkteller.eval.audit.ConfidenceInterval;
import io.linkteller.eval.audit.EpsilonRow;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.eval.audit.LeakageVerdict;
import io.linkteller.eval.audit.StrongestAttack;
import io.linkteller.eval.audit.ToldByFeatures;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.TailRisk;
import io.linkteller.graph.NodeNames;
import io.linkteller.models.audit.ExposedEdge;
import io.linkteller.models.audit.ExposedNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/** Writes the report of a leakage audit as JSON, and reads what a comparison needs. */
final class LeakageAuditJson {

  /** The number of edges and of nodes that are listed. */
  private static final int MOST_LISTED = 1_000;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private LeakageAuditJson() {}

  static Map<String, Object> fields(LeakageAuditReport report, String subject) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("verdict", verdict(report.verdict()));
    fields.put("schema", LeakageAuditFiles.SCHEMA);
    fields.put("kind", LeakageAuditFiles.NAME);
    fields.put("subject", subject);
    fields.put("nextSteps", LeakageAuditPage.nextSteps(report));
    fields.put("pairs", report.pairCount());
    fields.putAll(report.verdict().kind().fields());
    fields.put("density", report.density());
    fields.put(
        "accesses", report.accesses().stream().map(row -> strongest(row.strongest())).toList());
    fields.put("attacks", report.attacks().stream().map(LeakageAuditJson::outcome).toList());
    fields.put(
        "recallByQueries",
        report.recallByQueries().stream()
            .map(
                step -> {
                  Map<String, Object> point = new LinkedHashMap<>();
                  point.put("queries", step.queries());
                  point.put("recall", step.atTrueCount().orElseThrow().found().recall());
                  point.put("attack", step.attack());
                  return point;
                })
            .toList());
    fields.put("namedBeyondFeatures", report.namedBeyondFeatures());
    fields.put(
        "namedByLinkPredictor",
        report.predictedFromFeatures().namedAmong(report.verdict().edges()));
    fields.put("mostExposedEdges", edges(report));
    fields.put("mostExposedNodes", nodes(report));
    fields.put("epsilons", report.epsilons().stream().map(LeakageAuditJson::epsilon).toList());
    fields.put("epsilonAssumption", report.epsilonAssumption());
    fields.put("assumptions", report.assumptions());
    fields.put("notTried", report.notTried());
    fields.put("mustBeBelieved", report.mustBeBelieved());
    return fields;
  }

  private static Map<String, Object> verdict(LeakageVerdict verdict) {
    Map<String, Object> fields = new LinkedHashMap<>();
    verdict
        .outcome()
        .ifPresent(outcome -> fields.put("outcome", outcome.name().toLowerCase(Locale.ROOT)));
    verdict.failAbove().ifPresent(limit -> fields.put("failAbove", limit));
    fields.put("strongest", strongest(verdict.strongest()));
    fields.put("atBestBelief", strongest(verdict.atBestBelief()));
    fields.put("nodes", verdict.graphNodes());
    fields.put("targets", verdict.targets());
    fields.put("edges", verdict.edges());
    fields.put("attacksRun", verdict.attacks());
    fields.put("leastUpperEnd", verdict.leastUpperEnd());
    fields.put("failed", verdict.failed());
    fields.put("unsuited", verdict.unsuited());
    fields.put("tail", tail(verdict.tail()));
    fields.put(
        "toldByFeatures", verdict.toldByFeatures().stream().map(LeakageAuditJson::told).toList());
    fields.put("answersAtRandom", verdict.isRandom());
    fields.put("leftOut", verdict.leftOut());
    fields.put("allowed", verdict.allowed().sentences());
    fields.put("inWords", verdict.sentences());
    return fields;
  }

  private static Map<String, Object> tail(TailRisk tail) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("preciseEdges", tail.preciseEdges());
    Map<String, Object> rates = new LinkedHashMap<>();
    for (TailRisk.Rate rate : tail.rates()) {
      OptionalDouble found = rate.truePositives();
      rates.put(
          Double.toString(rate.falsePositives()),
          found.isPresent() ? (Object) found.getAsDouble() : "not measurable");
    }
    fields.put("truePositivesByFalsePositives", rates);
    return fields;
  }

  private static Map<String, Object> told(ToldByFeatures told) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("attack", told.attack());
    put(fields, told.found());
    fields.put("byFeatures", told.byFeatures());
    fields.put("beyond", told.beyond());
    fields.put("beyondInterval", interval(told.beyondShare()));
    return fields;
  }

  private static Map<String, Object> strongest(StrongestAttack strongest) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("attack", strongest.attack());
    fields.put("queries", strongest.queries());
    fields.put("access", strongest.access().sentences());
    fields.put("kHat", strongest.kHat());
    put(fields, strongest.found());
    fields.put("recallInterval", interval(strongest.recall()));
    fields.put("precisionInterval", interval(strongest.precision()));
    return fields;
  }

  static void put(Map<String, Object> fields, EdgeMetrics found) {
    fields.put("m", found.predicted());
    fields.put("truePositives", found.truePositives());
    fields.put("precision", found.precision());
    fields.put("recall", found.recall());
    fields.put("f1", found.f1());
  }

  private static Map<String, Object> outcome(AttackOutcome outcome) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("attack", outcome.attack());
    fields.put("fits", outcome.fits());
    fields.put("queries", outcome.queries());
    fields.put("access", outcome.access().sentences());
    outcome.atTrueCount().ifPresent(cut -> put(fields, cut.found()));
    outcome
        .atBestBelief()
        .ifPresent(
            cut -> {
              Map<String, Object> best = new LinkedHashMap<>();
              best.put("kHat", cut.kHat());
              put(best, cut.found());
              fields.put("atBestBelief", best);
            });
    outcome.auc().ifPresent(auc -> fields.put("auc", auc));
    outcome.remark().ifPresent(remark -> fields.put("remark", remark));
    return fields;
  }

  static Map<String, Object> interval(ConfidenceInterval interval) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("low", interval.low());
    fields.put("high", interval.high());
    fields.put("confidence", interval.confidence());
    return fields;
  }

  private static List<Map<String, Object>> edges(LeakageAuditReport report) {
    List<Map<String, Object>> rows = new ArrayList<>();
    List<ExposedEdge> edges = report.edgesInEvidence();
    for (ExposedEdge edge : edges.subList(0, Math.min(MOST_LISTED, edges.size()))) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("u", name(report.names(), edge.u()));
      row.put("v", name(report.names(), edge.v()));
      row.put("rank", edge.rank());
      row.put("score", edge.score());
      row.put("precisionAtRank", edge.precisionAtRank());
      row.put("rankByFeatures", report.rankByFeatures(edge));
      rows.add(row);
    }
    return rows;
  }

  private static List<Map<String, Object>> nodes(LeakageAuditReport report) {
    List<Map<String, Object>> rows = new ArrayList<>();
    List<ExposedNode> nodes = report.nodes();
    for (ExposedNode node : nodes.subList(0, Math.min(MOST_LISTED, nodes.size()))) {
      rows.add(node(node, name(report.names(), node.node())));
    }
    return rows;
  }

  static Object name(NodeNames names, int node) {
    return names.areNumbers() ? (Object) node : names.of(node);
  }

  static Map<String, Object> node(ExposedNode node, Object name) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("node", name);
    row.put("edges", node.edges());
    row.put("named", node.named());
    row.put("share", node.share());
    row.put("firstRank", node.firstRank());
    return row;
  }

  private static Map<String, Object> epsilon(EpsilonRow row) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("epsilon", row.epsilon());
    fields.put("theorem6Precision", row.theorem6());
    fields.put("precisionWithFeaturePriors", row.withFeaturePriors());
    fields.put("advantage", row.advantage());
    fields.put("truePositivesAtOnePercent", row.recallAtOnePercent());
    return fields;
  }

  static LeakageAuditComparison compare(String json, String file, LeakageAuditReport report) {
    JsonNode earlier = earlier(json, file);
    JsonNode strongest = earlier.path("verdict").path("strongest");
    StrongestAttack now = report.verdict().strongest();
    return new LeakageAuditComparison(
        strongest.path("attack").asText(),
        now.attack(),
        strongest.path("recall").asDouble(),
        now.found().recall(),
        strongest.path("precision").asDouble(),
        now.found().precision(),
        remarks(earlier, report));
  }

  /** Returns the report that a file contains, if it can be compared with another. */
  static JsonNode earlier(String json, String file) {
    JsonNode root;
    try {
      root = MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(file + " is not JSON: " + JsonComplaint.withPlace(e), e);
    }
    int schema = root.path("schema").asInt();
    if (schema != LeakageAuditFiles.SCHEMA) {
      throw new IllegalArgumentException(
          file
              + " has schema = "
              + root.path("schema").asText("none")
              + ", where "
              + LeakageAuditFiles.SCHEMA
              + " is read");
    }
    JsonNode strongest = root.path("verdict").path("strongest");
    if (!strongest.path("recall").isNumber() || !strongest.path("precision").isNumber()) {
      throw new IllegalArgumentException(file + " has no recall or precision of verdict.strongest");
    }
    return root;
  }

  private static List<String> remarks(JsonNode earlier, LeakageAuditReport report) {
    List<String> remarks = new ArrayList<>();
    if (earlier.path("subject").isTextual()) {
      remarks.add("The earlier audit is of " + earlier.path("subject").asText() + ".");
    }
    JsonNode now = MAPPER.valueToTree(fields(report, ""));
    for (String field : List.of("nodes", "targets", "edges")) {
      changed(field, earlier.path("verdict"), now.path("verdict"))
          .ifPresent(change -> remarks.add(change + "."));
    }
    for (String field : List.of("counted", "anyRelation")) {
      changed(field, earlier, now).ifPresent(change -> remarks.add(change + "."));
    }
    String before = allowed(earlier);
    if (!before.equals(allowed(now))) {
      remarks.add("The earlier audit allowed: " + before);
    }
    Set<String> fitted = fitting(earlier);
    Set<String> fits = fitting(now);
    only(fitted, fits)
        .ifPresent(names -> remarks.add("Fitted in the earlier audit only: " + names));
    only(fits, fitted).ifPresent(names -> remarks.add("Fits in this audit only: " + names));
    return remarks;
  }

  private static Optional<String> only(Set<String> names, Set<String> others) {
    Set<String> left = new TreeSet<>(names);
    left.removeAll(others);
    return left.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", left) + ".");
  }

  private static Optional<String> changed(String field, JsonNode earlier, JsonNode now) {
    String before = earlier.path(field).asText("not given");
    String after = now.path(field).asText("not given");
    return before.equals(after)
        ? Optional.empty()
        : Optional.of(field + " was " + before + " and is " + after);
  }

  private static String allowed(JsonNode report) {
    List<String> sentences = new ArrayList<>();
    report.path("verdict").path("allowed").forEach(each -> sentences.add(each.asText()));
    return String.join(" ", sentences);
  }

  private static Set<String> fitting(JsonNode report) {
    Set<String> names = new TreeSet<>();
    for (JsonNode attack : report.path("attacks")) {
      if (attack.path("fits").asBoolean()) {
        names.add(attack.path("attack").asText());
      }
    }
    return names;
  }
}
