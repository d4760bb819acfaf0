package io.linkteller.cli;

import io.linkteller.report.ReportText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The attacks that an audit would run.
 *
 * @param queries the expected number of queries of each attack, in the order in which the attacks
 *     run
 * @param perSecond the maximum number of queries that are answered per second
 */
record AuditPlan(Map<String, Long> queries, double perSecond) {

  /** The approximate number of queries per second that a local model answers, for 500 targets. */
  static final double HERE = 100;

  /** The assumed number of queries per second that a server answers if no rate is specified. */
  static final double OF_SERVERS = 1;

  private long total() {
    return queries.values().stream().mapToLong(Long::longValue).sum();
  }

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("queries", queries);
    fields.put("total", total());
    fields.put("seconds", (double) total() / perSecond);
    return fields;
  }

  String text() {
    List<List<String>> rows = new ArrayList<>();
    queries.forEach(
        (attack, count) -> rows.add(List.of(attack, String.format(Locale.ROOT, "%,d", count))));
    return String.format(
        Locale.ROOT,
        "%s%nIn this order, at most %,d queries: about %s at %s queries a second. With"
            + " --fail-above, the audit ends once the verdict is decided.",
        ReportText.table(List.of("attack", "queries"), rows),
        total(),
        Output.duration((double) total() / perSecond),
        perSecond);
  }
}
