package io.linkteller.experiment;

import static io.linkteller.testing.Refusal.assertRefusal;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.report.figure.LineFigure;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.ResultTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableFigureTest {

  private static LineFigure figure(String x, ResultTable.Builder table) {
    return TableFigure.of("T", table.build(), PaperMetric.AUC, x, Columns.DEGREE);
  }

  private static List<Double> xs(LineFigure figure) {
    return figure.lines().get(0).points().stream().map(LineFigure.Point::x).toList();
  }

  /** A range is placed at its lower end. */
  @Test
  void pointsAreSortedAndRowsWithoutANumberBecomeLevelLines() {
    LineFigure figure =
        figure(
            Columns.EPSILON,
            ResultTable.builder("T", Columns.DEGREE, Columns.EPSILON)
                .row("low", "2")
                .measured(PaperMetric.AUC, 0.6)
                .row("low", "1")
                .measured(PaperMetric.AUC, 0.5)
                .row("low", Columns.UNDEFENDED)
                .measured(PaperMetric.AUC, 0.7)
                .row("high", Columns.UNDEFENDED)
                .measured(PaperMetric.AUC, 0.8));
    assertEquals(List.of(1.0, 2.0), xs(figure));
    assertEquals(
        List.of("low, undefended", "high"),
        figure.baselines().stream().map(LineFigure.Baseline::name).toList());
    ResultTable.Builder bins = ResultTable.builder("T", Columns.DEGREE_BIN, Columns.DEGREE);
    for (String bin : List.of("1-5", "6-10", "11-15", "50-")) {
      bins.row(bin, "low").measured(PaperMetric.AUC, 0.5);
    }
    assertEquals(List.of(1.0, 6.0, 11.0, 50.0), xs(figure(Columns.DEGREE_BIN, bins)));
  }

  @Test
  void twoRowsAtTheSamePointAreRefused() {
    assertRefusal(
        "both {degree=1, b=1} and {degree=1, b=2} would be the same point",
        () ->
            figure(
                Columns.METRIC,
                ResultTable.builder("T", Columns.DEGREE, "b")
                    .row("1", "1")
                    .measured(PaperMetric.AUC, 0.5)
                    .row("1", "2")
                    .measured(PaperMetric.AUC, 0.5)));
  }
}
