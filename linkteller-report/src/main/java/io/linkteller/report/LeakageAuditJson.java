package io.linkteller.report;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.eval.audit.AttackOutcome;
import io.linkteller.eval.audit.ConfidenceInterval;
import io.linkteller.eval.audit.EpsilonRow;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.eval.audit.LeakageVerdict;
import io.linkteller.eval.audit.NextStep;
import io.linkteller.eval.audit.SampledShare;
import io.linkteller.eval.audit.StrongestAttack;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.graph.EdgeKind;
import io.linkteller.graph.NodeNames;
import io.linkteller.models.audit.ExposedEdge;
import io.linkteller.models.audit.ExposedNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The JSON of a leakage audit, with one component per field. Also reads the parts of earlier
 * reports that a comparison needs.
 */
record LeakageAuditJson(
    LeakageVerdict verdict,
    int schema,
    String kind,
    String subject,
    List<Step> nextSteps,
    long pairs,
    @JsonAnyGetter Map<String, Object> counted,
    double density,
    List<StrongestAttack> accesses,
    List<AttackOutcome> attacks,
    List<Point> recallByQueries,
    int predictedBeyondFeatures,
    int predictedByLinkPredictor,
    List<Edge> mostExposedEdges,
    List<Node> mostExposedNodes,
    List<EpsilonRow> epsilons,
    String epsilonAssumption,
    List<String> assumptions,
    List<String> notTried,
    List<String> upperBoundAssumptions) {

  /** The maximum number of edges, and of nodes, that are listed. */
  private static final int MAX_LISTED = 1_000;

  /** The advice if there is nothing to find. */
  static final String MORE_TARGETS = "Audit more targets, or another graph.";

  /** The first schema whose verdict has the recall and precision of the strongest attack. */
  private static final int OLDEST_COMPARABLE = 3;

  static LeakageAuditJson of(LeakageAuditReport report, String subject) {
    LeakageVerdict verdict = report.verdict();
    return new LeakageAuditJson(
        verdict,
        LeakageAuditFiles.SCHEMA,
        LeakageAuditFiles.NAME,
        subject,
        verdict.nextSteps().stream().map(step -> new Step(step, verdict.sentence(step))).toList(),
        report.pairCount(),
        verdict.kind().fields(),
        report.density(),
        report.accesses().stream().map(row -> row.strongest()).toList(),
        report.attacks(),
        report.recallByQueries().stream().map(Point::of).toList(),
        report.edgesBeyondFeatures(),
        report.predictedFromFeatures().edgesAmong(verdict.edges()),
        report.edgesInEvidence().stream()
            .limit(MAX_LISTED)
            .map(edge -> Edge.of(report, edge))
            .toList(),
        report.nodes().stream()
            .limit(MAX_LISTED)
            .map(node -> Node.of(node, report.names()))
            .toList(),
        report.epsilons(),
        report.epsilonAssumption(),
        report.assumptions(),
        report.notTried(),
        report.upperBoundAssumptions());
  }

  /** The JSON of an audit of targets between which there is nothing to find. */
  record Undecided(Said verdict, int schema, String kind, String subject, List<Step> nextSteps) {

    static Undecided of(String reason, String subject) {
      return new Undecided(
          new Said(LeakageVerdict.Outcome.UNDECIDED, List.of("UNDECIDED: " + reason)),
          LeakageAuditFiles.SCHEMA,
          LeakageAuditFiles.NAME,
          subject,
          List.of(new Step(NextStep.TAKE_MORE_TARGETS, MORE_TARGETS)));
    }

    /** Its verdict. */
    record Said(LeakageVerdict.Outcome outcome, List<String> inWords) {}
  }

  /** A next step, by name and in words. */
  record Step(NextStep step, String text) {}

  /** A point of the curve of recall against queries. */
  record Point(long queries, double recall, String attack) {

    static Point of(AttackOutcome step) {
      return new Point(
          step.queries(), step.atTrueCount().orElseThrow().found().recall(), step.attack());
    }
  }

  /** An edge that an attack ranks. */
  record Edge(
      Object u, Object v, long rank, double score, double precisionAtRank, long rankByFeatures) {

    static Edge of(LeakageAuditReport report, ExposedEdge edge) {
      return new Edge(
          name(report.names(), edge.u()),
          name(report.names(), edge.v()),
          edge.rank(),
          edge.score(),
          edge.precisionAtRank(),
          report.rankByFeatures(edge));
    }
  }

  /** A node with its edges. */
  record Node(Object node, int edges, int found, double share, long firstRank) {

    static Node of(ExposedNode node, NodeNames names) {
      return new Node(
          name(names, node.node()), node.edges(), node.found(), node.share(), node.firstRank());
    }
  }

  private static Object name(NodeNames names, int node) {
    return names.areNumbers() ? (Object) node : names.of(node);
  }

  /** The fields of a verdict. */
  interface Verdict {
    @JsonProperty
    Optional<LeakageVerdict.Outcome> outcome();

    @JsonProperty("nodes")
    int graphNodes();

    @JsonProperty("answersAtRandom")
    boolean isRandom();

    @JsonProperty("inWords")
    List<String> sentences();

    @JsonProperty
    List<String> details();

    @JsonIgnore
    EdgeKind kind();

    @JsonIgnore
    boolean isSample();
  }

  /** The fields of the strongest attack, with its findings on the same level as its name. */
  interface Strongest {
    @JsonUnwrapped
    EdgeMetrics found();

    @JsonProperty("recallInterval")
    ConfidenceInterval recall();

    @JsonProperty("precisionInterval")
    ConfidenceInterval precision();
  }

  /** The fields of the findings of an attack under one belief. */
  interface Cut {
    @JsonUnwrapped
    EdgeMetrics found();

    @JsonIgnore
    SampledShare recall();

    @JsonIgnore
    SampledShare precision();
  }

  /** The fields of a protection that was measured. */
  interface Result {
    @JsonUnwrapped
    EdgeMetrics found();

    @JsonProperty("recallInterval")
    ConfidenceInterval recall();

    @JsonIgnore
    List<ExposedNode> exposed();

    @JsonIgnore
    boolean isProtected();
  }

  /** The fields of predictions. */
  interface Metrics {
    @JsonProperty("m")
    long predicted();

    @JsonIgnore
    long actual();

    @JsonProperty
    double precision();

    @JsonProperty
    double recall();

    @JsonProperty
    double f1();
  }

  /** An access in sentences. */
  interface Words {
    @JsonValue
    List<String> sentences();
  }

  static LeakageAuditComparison compare(Path file, LeakageAuditReport report) {
    JsonNode earlier = earlier(file);
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

  /** Returns the report in a file, which must be comparable with a new one. */
  static JsonNode earlier(Path file) {
    JsonNode root = ReportJson.read(file, "");
    int schema = root.path("schema").asInt();
    if (schema < OLDEST_COMPARABLE || schema > LeakageAuditFiles.SCHEMA) {
      throw new IllegalArgumentException(
          file
              + " has schema = "
              + root.path("schema").asText("none")
              + "; only "
              + OLDEST_COMPARABLE
              + " to "
              + LeakageAuditFiles.SCHEMA
              + " can be read");
    }
    JsonNode strongest = root.path("verdict").path("strongest");
    if (!strongest.path("recall").isNumber() || !strongest.path("precision").isNumber()) {
      throw new IllegalArgumentException(file + " has no recall or precision in verdict.strongest");
    }
    return root;
  }

  private static List<String> remarks(JsonNode earlier, LeakageAuditReport report) {
    List<String> remarks = new ArrayList<>();
    if (earlier.path("subject").isTextual()) {
      remarks.add("The earlier audit was of " + earlier.path("subject").asText() + ".");
    }
    JsonNode now = ReportJson.tree(of(report, ""));
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
    Set<String> earlierRan = ran(earlier);
    Set<String> ran = ran(now);
    only(earlierRan, ran)
        .ifPresent(names -> remarks.add("Ran only in the earlier audit: " + names));
    only(ran, earlierRan).ifPresent(names -> remarks.add("Ran only in this audit: " + names));
    return remarks;
  }

  private static Optional<String> only(Set<String> names, Set<String> others) {
    Set<String> left = new TreeSet<>(names);
    left.removeAll(others);
    return left.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", left) + ".");
  }

  private static Optional<String> changed(String field, JsonNode earlier, JsonNode now) {
    String before = earlier.path(field).asText("not given");
    String after = now.path(field).asText("not given");
    return before.equals(after)
        ? Optional.empty()
        : Optional.of(field + " changed from " + before + " to " + after);
  }

  private static String allowed(JsonNode report) {
    List<String> sentences = new ArrayList<>();
    report.path("verdict").path("allowed").forEach(each -> sentences.add(each.asText()));
    return String.join(" ", sentences);
  }

  /** Returns the attacks that ran, which schema 3 marked by {@code fits}. */
  private static Set<String> ran(JsonNode report) {
    Set<String> names = new TreeSet<>();
    for (JsonNode attack : report.path("attacks")) {
      if (attack.path("fits").asBoolean() || attack.path("status").asText().equals("ran")) {
        names.add(attack.path("attack").asText());
      }
    }
    return names;
  }
}
