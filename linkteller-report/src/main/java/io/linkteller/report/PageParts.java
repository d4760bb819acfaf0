package io.linkteller.report;

import io.linkteller.graph.NodeNames;
import io.linkteller.models.audit.ExposedNode;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.ResultTable;
import io.linkteller.report.table.Unit;
import java.math.BigDecimal;
import java.util.List;

/** The parts that the page of an audit and the page of a choice share. */
final class PageParts {

  static final String NODE = "node";

  static final Metric LOW = percent("at least", 1);
  static final Metric HIGH = percent("at most", 1);
  static final Metric QUERIES = count("queries");

  private static final Metric SHARE = percent("share", 1);

  private PageParts() {}

  static Metric percent(String name, int decimals) {
    return Metric.unmarked(name, Unit.PERCENT, decimals);
  }

  static Metric count(String name) {
    return Metric.unmarked(name, Unit.NUMBER, 0);
  }

  /** Returns the table of the nodes with the most edges found. */
  static ResultTable nodes(List<ExposedNode> nodes, NodeNames names, Metric edges, Metric found) {
    ResultTable.Builder table = ResultTable.builder("Most exposed nodes", NODE);
    for (ExposedNode node : nodes) {
      table
          .row(names.of(node.node()))
          .measured(edges, node.edges())
          .measured(found, node.found())
          .measured(SHARE, node.share());
    }
    return table.build();
  }

  /** Returns a number as the shortest decimal without an exponent. */
  static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
