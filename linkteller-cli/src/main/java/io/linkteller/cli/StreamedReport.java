package io.linkteller.cli;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.data.Dataset;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.models.audit.LeakageReport;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The report of {@code audit --stream}.
 *
 * @param data the audited data
 * @param model a readable description of the model and its origin
 * @param trainSeconds the training time in seconds, 0 if the model was not trained
 * @param leakage the leakage
 * @param kHat the attacker's belief k̂
 * @param seconds the duration of the audit in seconds
 */
record StreamedReport(
    Dataset data,
    String model,
    double trainSeconds,
    LeakageReport leakage,
    double kHat,
    double seconds) {

  private EdgeMetrics metrics() {
    return new EdgeMetrics(
        leakage.foundEdges(kHat),
        LinkPrediction.edgeCount(kHat, leakage.targets().size()),
        leakage.edgeCount());
  }

  /** Returns the fields of the JSON output. */
  Map<String, Object> fields() {
    EdgeMetrics metrics = metrics();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("dataset", data.name());
    fields.put("nodes", leakage.targets().size());
    fields.put("edges", leakage.edgeCount());
    fields.put("pairs", leakage.pairCount());
    fields.put("density", leakage.density());
    fields.put("score", PairScore.PAPER.name());
    fields.put("kHat", kHat);
    fields.put("m", metrics.predicted());
    fields.put("truePositives", metrics.truePositives());
    fields.put("precision", metrics.precision());
    fields.put("recall", metrics.recall());
    fields.put("f1", metrics.f1());
    if (leakage.edgeCount() < leakage.pairCount()) {
      fields.put("auc", leakage.auc());
    }
    fields.put("trainSeconds", trainSeconds);
    fields.put("auditSeconds", seconds);
    fields.put("digest", leakage.digest());
    fields.put("mostExposed", ExposureTable.fields(leakage.edges(), data.names()));
    return fields;
  }

  String text() {
    EdgeMetrics metrics = metrics();
    return leakage
            .edgeKind()
            .format(
                "%s: %,d nodes, %,d of their %,d pairs are edges (density %.3g)%nmodel: %s%naudited"
                    + " with exact influences, target by target, in %s%n%nAn attacker who uses the"
                    + " score %s and believes that the density is %.3g predicts %,d pairs, of which"
                    + " %,d are edges:%nprecision %s, recall %s, F1 %s.%nDigest of all ranks:"
                    + " %s%n%nMost exposed edges:%n",
                data.name(),
                leakage.targets().size(),
                leakage.edgeCount(),
                leakage.pairCount(),
                leakage.density(),
                model,
                Output.seconds(seconds),
                PairScore.PAPER.name(),
                kHat,
                metrics.predicted(),
                metrics.truePositives(),
                Output.percent(metrics.precision()),
                Output.percent(metrics.recall()),
                Output.percent(metrics.f1()),
                leakage.digest())
        + ExposureTable.of(leakage.edges(), leakage.edgeKind(), data.names());
  }
}
