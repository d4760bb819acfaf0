package io.linkteller.report;

import io.linkteller.report.figure.LineFigure;
import io.linkteller.report.figure.PrecisionRecallFigure;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.PaperValue;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.ResultTable;
import io.linkteller.report.table.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A small report with every element and with characters that each format must escape. */
public final class SampleReport {

  public static final Metric PRECISION = Metric.marked("precision", Unit.PERCENT, 1, 0.03);
  public static final Metric RECALL = Metric.marked("recall", Unit.PERCENT, 1, 0.03);
  public static final Metric UTILITY = Metric.marked("utility F1", Unit.FRACTION, 3, 0.03);

  public static final String NASTY = "a|b & 50% <i>\"x_y\"</i> #1 {~^\\} $ * `c`";

  private SampleReport() {}

  public static Report report() {
    return Report.builder("sample", "Sample & <test>")
        .introduction("First paragraph.\n\nSecond one: " + NASTY)
        .setting("seeds", List.of(42, 2, 82))
        .setting("command", "reproduce \"sample\" --data D & more")
        .section("Attack_1")
        .text("Text: " + NASTY)
        .table(attack(), Pivot.rows(Columns.METHOD).columns(Columns.DATASET, Columns.METRIC))
        .section("Pictures")
        .figure(lines(), "Caption of lines: 50% & <b>")
        .figure(bins(), "Caption of bars")
        .figure(curves(), "Caption of curves")
        .build();
  }

  public static ResultTable attack() {
    return ResultTable.builder("Attack: 100% of A & B", Columns.DATASET, Columns.METHOD)
        .row("RU", "Link|Teller")
        .add(
            PRECISION,
            new Measurement(0.671, 0.0123, 3),
            Optional.of(PaperValue.of(0.718, 0.022)),
            Optional.empty())
        .add(
            RECALL,
            new Measurement(0.742, 0, 3),
            Optional.of(PaperValue.of(0.885, 0.024)),
            Optional.of("Few edges & <many> pairs_"))
        .row("RU", "LSA2_post")
        .add(
            PRECISION,
            new Measurement(0.013, 0.001, 3),
            Optional.of(PaperValue.of(0.1)),
            Optional.empty())
        .row("A<B", "Link|Teller")
        .measured(PRECISION, new Measurement(1, 0, 1))
        .build();
  }

  public static LineFigure lines() {
    List<LineFigure.Point> edgeRand = new ArrayList<>();
    List<LineFigure.Point> lapGraph = new ArrayList<>();
    for (int epsilon = 1; epsilon <= 10; epsilon++) {
      double rise = 1 / (1 + Math.exp(6.0 - epsilon));
      edgeRand.add(new LineFigure.Point(epsilon, new Measurement(0.21 + 0.1 * rise, 0.01, 10)));
      lapGraph.add(new LineFigure.Point(epsilon, new Measurement(0.2 + 0.095 * rise, 0.015, 10)));
    }
    return new LineFigure(
        "Utility against ε",
        "privacy parameter ε",
        UTILITY,
        List.of(
            new LineFigure.Line("EdgeRand", edgeRand), new LineFigure.Line("LapGraph", lapGraph)),
        List.of(
            new LineFigure.Baseline("GCN", new Measurement(0.319, 0, 1)),
            new LineFigure.Baseline("MLP", new Measurement(0.29, 0.004, 3))));
  }

  private static LineFigure bins() {
    Measurement level = new Measurement(0.32, 0.01, 10);
    List<LineFigure.Point> points =
        List.of(new LineFigure.Point(1, level), new LineFigure.Point(50, level));
    return new LineFigure(
        "Utility by degree, ε = 5",
        Columns.DEGREE_BIN,
        UTILITY,
        List.of(new LineFigure.Line("GCN", points)),
        List.of());
  }

  public static PrecisionRecallFigure curves() {
    return new PrecisionRecallFigure(
        "Precision against recall",
        List.of(
            new PrecisionRecallFigure.Curve(
                "LinkTeller", List.of(0.25, 0.5, 0.75, 1.0), List.of(1.0, 0.95, 0.8, 0.3)),
            new PrecisionRecallFigure.Curve(
                "LSA2-post", List.of(0.25, 0.5, 0.75, 1.0), List.of(0.1, 0.05, 0.03, 0.01))));
  }
}
