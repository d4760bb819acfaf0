package io.linkteller.cli;

import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.data.Dataset;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.graph.EdgeKind;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.Provenance;
import io.linkteller.report.ReportText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The report of the command {@code attack}.
 *
 * @param data the attacked data
 * @param sample the targets
 * @param attacked the result of the attack and its running time
 * @param model the attacked model and its origin
 * @param trainSeconds the training time in seconds, 0 if the model was not trained
 * @param utility the utility of the model's predictions, in the measure of the data
 * @param provenance the graph on which the model was trained, empty for an external model
 * @param uncovered why the guarantee of the served graph does not cover the model's parameters,
 *     empty if it does
 */
record AttackReport(
    ServedData data,
    NodeSample sample,
    TimedAttack.Result attacked,
    String model,
    double trainSeconds,
    OptionalDouble utility,
    Optional<Provenance> provenance,
    Optional<String> uncovered) {

  /** Returns the subgraph induced by the targets. */
  private Graph truth() {
    return data.truth().inducedSubgraph(sample.nodes());
  }

  private static Optional<RoundedDensity> density(Graph truth) {
    return truth.edgeCount() == 0 ? Optional.empty() : Optional.of(RoundedDensity.of(truth));
  }

  private LinkPrediction found() {
    return attacked.found();
  }

  private Dataset served() {
    return data.served();
  }

  EdgeMetrics metrics(LinkPrediction cut) {
    return PredictionMetrics.edges(cut, data.truth());
  }

  /** Returns the AUC, or empty if all or none of the pairs are edges, which leaves it undefined. */
  Optional<Double> auc(Graph truth) {
    return truth.edgeCount() == 0 || truth.edgeCount() == found().scores().pairCount()
        ? Optional.empty()
        : Optional.of(PredictionMetrics.rocAuc(found(), data.truth()));
  }

  /** Returns the fields of the JSON output. */
  Map<String, Object> fields() {
    Graph truth = truth();
    EdgeMetrics metrics = metrics(found());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("attack", found().attack());
    fields.put("dataset", served().name());
    fields.put("nodes", served().graph().nodeCount());
    fields.put("targets", sample.nodes().size());
    fields.put("nodesSha256", sample.sha256());
    fields.put("edges", truth.edgeCount());
    fields.putAll(truth.edgeKind().fields());
    if (edgesOfWeightZero(truth) > 0) {
      fields.put("edgesOfWeightZero", edgesOfWeightZero(truth));
    }
    fields.put("density", truth.density());
    fields.put("roundedDensity", density(truth).map(d -> d.value().doubleValue()).orElse(0.0));
    fields.put("kHat", found().kHat());
    fields.put("m", found().m());
    fields.put("truePositives", metrics.truePositives());
    fields.put("precision", metrics.precision());
    fields.put("recall", metrics.recall());
    fields.put("f1", metrics.f1());
    auc(truth).ifPresent(auc -> fields.put("auc", auc));
    found()
        .atOwnDensity()
        .ifPresent(
            own -> {
              fields.put("ownM", own.m());
              fields.put("ownTruePositives", metrics(own).truePositives());
            });
    putFit(found().finding(), fields);
    fields.put("queries", found().queries());
    fields.put("verificationQueries", found().verificationQueries());
    fields.put("trainSeconds", trainSeconds);
    fields.put("attackSeconds", attacked.seconds());
    attacked.warmSeconds().ifPresent(warm -> fields.put("attackSecondsWarm", warm));
    utility.ifPresent(value -> fields.put(data.utility().orElseThrow().field(), value));
    provenance.ifPresent(known -> fields.put("provenance", known.attributes()));
    uncovered.ifPresent(reason -> fields.put("uncoveredWeights", reason));
    return fields;
  }

  /**
   * Adds the loss of the attack's graph on held-out measurements, if there were any, and the
   * attack's notes.
   */
  static void putFit(Finding finding, Map<String, Object> fields) {
    finding.loss().ifPresent(loss -> fields.put("loss", loss));
    if (!finding.notes().isEmpty()) {
      fields.put("notes", finding.notes());
    }
  }

  String text(Belief belief) {
    Graph truth = truth();
    Optional<RoundedDensity> density = density(truth);
    List<List<String>> rows = new ArrayList<>();
    if (belief.number().isPresent() || density.isEmpty()) {
      rows.add(row("as given", found()));
    } else {
      for (BeliefFactor each : BeliefFactor.values()) {
        double kHat = density.get().kHat(each);
        rows.add(row(each.symbol(), found().withBelief(kHat)));
      }
    }
    found().atOwnDensity().ifPresent(own -> rows.add(row("own", own)));
    EdgeKind kind = truth.edgeKind();
    return kind.format(
            "%s: %,d of %,d nodes are targets, %,d of their %,d {pairs} are {edges} (density"
                + " %.3g)%n",
            served().name(),
            truth.nodeCount(),
            served().graph().nodeCount(),
            truth.edgeCount(),
            found().scores().pairCount(),
            truth.density())
        + kind.remark().map(remark -> "  " + remark + System.lineSeparator()).orElse("")
        + "model: "
        + model
        + data.shown(utility)
        + kind.format(
            "%n%s with k-hat = %.3g: %,d queries (and %,d to verify node ids) in %s, AUC %s%n",
            found().attack(),
            found().kHat(),
            found().queries(),
            found().verificationQueries(),
            attacked.time(),
            auc(truth).map(Output::number).orElse("undefined"))
        + weightless(truth)
        + notes()
        + System.lineSeparator()
        + ReportText.table(
            List.of("belief", "k-hat", "guesses", "right", "precision", "recall", "F1"), rows);
  }

  /** Returns a line with the number of edges that no answer reveals, or "" if there are none. */
  private static String weightless(Graph truth) {
    long edges = edgesOfWeightZero(truth);
    return edges == 0
        ? ""
        : truth
            .edgeKind()
            .format(
                "  {edges} of weight 0, which no answer distinguishes from missing {edges}: %,d of"
                    + " %,d%n",
                edges, truth.edgeCount());
  }

  private static long edgesOfWeightZero(Graph graph) {
    if (!graph.relations().isEmpty()) {
      return graph.relations().stream().mapToLong(AttackReport::edgesOfWeightZero).sum();
    }
    long entries = Arrays.stream(graph.copyWeights()).filter(weight -> weight == 0).count();
    return graph.isDirected() ? entries : entries / 2;
  }

  /** Returns the attack's notes, one per line, or "" if there are none. */
  private String notes() {
    Map<String, Object> notes = new LinkedHashMap<>(found().finding().notes());
    found().finding().loss().ifPresent(loss -> notes.put("loss", loss));
    StringBuilder lines = new StringBuilder();
    notes.forEach(
        (name, value) -> {
          String text = value.toString();
          if (value instanceof Double real) {
            text = String.format(Locale.ROOT, "%.2g", real);
          } else if (value instanceof Number count) {
            text = String.format(Locale.ROOT, "%,d", count.longValue());
          }
          lines.append("  ").append(name).append(": ").append(text).append(System.lineSeparator());
        });
    return lines.toString();
  }

  private List<String> row(String name, LinkPrediction cut) {
    EdgeMetrics metrics = metrics(cut);
    return List.of(
        name,
        String.format(Locale.ROOT, "%.3g", cut.kHat()),
        String.format(Locale.ROOT, "%,d", cut.m()),
        String.format(Locale.ROOT, "%,d", metrics.truePositives()),
        Output.percent(metrics.precision()),
        Output.percent(metrics.recall()),
        Output.percent(metrics.f1()));
  }
}
