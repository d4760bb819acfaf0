package io.linkteller.report.table;

import static io.linkteller.testing.Refusal.assertRefusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.eval.audit.LeakageVerdict;
import io.linkteller.report.SampleReport;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ResultTableTest {

  private static final Measurement HALF = new Measurement(0.5, 0, 1);
  private static final Metric AUC = Metric.unmarked("AUC", Unit.FRACTION, 3);

  @Test
  void tablesAndSentencesRoundAlike() {
    assertEquals("0.813", Metric.unmarked("a", Unit.FRACTION, 3).shown(0.8125));
    assertEquals("0.813", String.format(Locale.ROOT, "%.3f", 0.8125));
    for (int i = 0; i <= 10_000; i++) {
      double share = i / 10_000.0;
      assertEquals(LeakageVerdict.percent(share), SampleReport.PRECISION.shown(share) + " %");
    }
    // In binary, 100 * 0.2895 is below 28.95.
    assertEquals("29.0 %", LeakageVerdict.percent(0.2895));
  }

  @Test
  void aMeasurementIsMeanAndDeviationOfThePopulation() {
    // numpy.mean and numpy.std of the same three numbers.
    Measurement three = Measurement.of(0.2, 0.4, 0.9);
    assertEquals(0.5, three.mean(), 1e-15);
    assertEquals(0.294392028877595, three.deviation(), 1e-15);
    assertEquals(3, three.count());
  }

  @Test
  void anEmptyOrNonFiniteMeasurementIsRejected() {
    assertRefusal("a measurement needs at least one value", Measurement::of);
    assertRefusal("value = NaN is not a finite number", () -> Measurement.of(1, Double.NaN));
    assertRefusal(
        "mean = Infinity is not a finite number",
        () -> new Measurement(Double.POSITIVE_INFINITY, 0, 1));
    assertRefusal("deviation = -1.0 is below 0", () -> new Measurement(0, -1, 1));
    assertRefusal("count = 0 is below 1", () -> new Measurement(0, 0, 0));
  }

  @Test
  void anEmptyTableIsRefused() {
    assertRefusal("table \"Empty\" has no rows", () -> ResultTable.builder("Empty", "a").build());
    assertRefusal("a table needs at least one key column", () -> ResultTable.builder("Empty"));
  }

  @Test
  void aRowHasAValueForEachKey() {
    ResultTable.Builder builder = ResultTable.builder("T", "a", "b");
    assertThrows(IllegalStateException.class, () -> builder.measured(AUC, HALF));
    assertRefusal("values [1] do not match columns [a, b] one to one", () -> builder.row("1"));
    assertRefusal("the value of b is blank", () -> builder.row("1", " "));
    ResultRow other =
        new ResultRow(Map.of("c", "1"), AUC, HALF, Optional.empty(), Optional.empty());
    assertRefusal(
        "a row has the keys {c=1}, but the table has the columns [a]",
        () -> new ResultTable("T", List.of("a"), List.of(other)));
  }

  @Test
  void noCellIsMeasuredTwice() {
    ResultTable.Builder builder = ResultTable.builder("T", "a").row("1").measured(AUC, HALF);
    builder.measured(AUC, HALF);
    assertRefusal("two rows measure AUC of {a=1}", builder::build);
  }

  @Test
  void aPercentageInPlaceOfAShareIsRefused() {
    ResultTable.Builder row = ResultTable.builder("T", "a").row("1");
    assertRefusal(
        "precision of {a=1} = 67.1 is not in [0, 1]",
        () -> row.measured(SampleReport.PRECISION, new Measurement(67.1, 0, 1)));
  }

  @ParameterizedTest
  @CsvSource({
    // Twice the spread is 0.044, more than the floor of 0.03.
    "0.718, 0.022, 0.762, false",
    "0.718, 0.022, 0.674, false",
    "0.718, 0.022, 0.7621, true",
    "0.718, 0.022, 0.6739, true",
    // Twice the spread is 0.002, less than the floor.
    "0.718, 0.001, 0.748, false",
    "0.718, 0.001, 0.7481, true"
  })
  void aDifferenceMustExceedTwoSpreadsAndTheFloor(
      double paper, double spread, double ours, boolean differs) {
    assertEquals(differs, SampleReport.PRECISION.differs(ours, PaperValue.of(paper, spread)));
  }

  @Test
  void runningTimesAreNeverReportedAsDifferent() {
    assertFalse(AUC.differs(0.1, PaperValue.of(12.5, 0)));
  }

  @Test
  void aPivotUsesEachKeyOnce() {
    ResultTable table = SampleReport.attack();
    assertRefusal(
        "the pivot Pivot[grids=[], rows=[method], columns=[data set]] leaves out [metric] of table"
            + " \"Attack: 100% of A & B\"",
        () -> Pivot.rows(Columns.METHOD).columns(Columns.DATASET).requireFits(table));
    assertRefusal("a column occurs twice in [a, b, a]", () -> Pivot.rows("a").columns("b", "a"));
    assertRefusal(
        "column = x is neither one of [data set, method] nor metric",
        () -> Pivot.rows("x").columns("y").requireFits(table));
  }
}
