package io.linkteller.report.figure;

import static io.linkteller.testing.Refusal.assertRefusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.linkteller.report.SampleReport;
import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of figures. */
final class FigureTest {

  @Test
  void theHighestF1OfACurveIsThatOfItsBestPoint() {
    PrecisionRecallFigure.Curve curve =
        new PrecisionRecallFigure.Curve("a", List.of(0.5, 1.0), List.of(1.0, 0.25));
    assertEquals(2.0 / 3, curve.highestF1(), 1e-15);
    assertEquals(0, new PrecisionRecallFigure.Curve("b", List.of(0.0), List.of(0.0)).highestF1());
  }

  @Test
  void stepsAreDrawnDifferentlyFromStraightLines() {
    Metric metric = SampleReport.UTILITY;
    List<LineFigure.Point> points =
        List.of(
            new LineFigure.Point(1, Measurement.of(0.2)),
            new LineFigure.Point(2, Measurement.of(0.4)),
            new LineFigure.Point(3, Measurement.of(0.9)));
    byte[] straight = figure(metric, new LineFigure.Line("a", points));
    byte[] steps = figure(metric, new LineFigure.Line("a", points, true));
    assertFalse(Arrays.equals(straight, steps));
  }

  @Test
  void twoLinesHaveDifferentNames() {
    LineFigure.Line line =
        new LineFigure.Line("a", List.of(new LineFigure.Point(1, Measurement.of(0.2))));
    assertRefusal(
        "two lines have the name \"a\"",
        () ->
            new LineFigure(
                "t",
                "x",
                SampleReport.UTILITY,
                List.of(line),
                List.of(new LineFigure.Baseline("a", Measurement.of(0.7)))));
  }

  private static byte[] figure(Metric metric, LineFigure.Line line) {
    return FigureFile.png(new LineFigure("t", "x", metric, List.of(line), List.of()));
  }
}
