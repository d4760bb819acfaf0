package io.linkteller.eval.experiment.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.eval.report.Columns;
import io.linkteller.eval.report.Measurement;
import io.linkteller.eval.report.Metric;
import io.linkteller.eval.report.ResultTable;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class EpsilonChoiceTest {

  private static ResultTable utility(double mlp, double... edgeRand) {
    ResultTable.Builder table =
        ResultTable.builder("utility", Columns.MODEL, Columns.EPSILON)
            .row("MLP", Columns.UNDEFENDED)
            .measured(Metric.UTILITY_F1, Measurement.of(mlp));
    for (int epsilon = edgeRand.length; epsilon >= 1; epsilon--) {
      table
          .row("EdgeRand", String.valueOf(epsilon))
          .measured(Metric.UTILITY_F1, Measurement.of(edgeRand[epsilon - 1]));
    }
    return table.build();
  }

  @Test
  void theSmallestThatBeatsTheMlpIsChosen() {
    assertEquals(
        OptionalDouble.of(3),
        EpsilonChoice.chosen(utility(0.5, 0.1, 0.5, 0.6, 0.4, 0.7), "EdgeRand"));
  }

  @Test
  void noneIsChosenWhereNoneBeatsTheMlp() {
    assertEquals(OptionalDouble.empty(), EpsilonChoice.chosen(utility(0.5, 0.1, 0.5), "EdgeRand"));
  }

  @Test
  void aMechanismThatWasNotMeasuredIsRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> EpsilonChoice.chosen(utility(0.5, 0.1), "LapGraph"));
  }
}
