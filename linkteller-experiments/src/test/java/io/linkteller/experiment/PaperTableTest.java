package io.linkteller.experiment;

import static io.linkteller.testing.Refusal.assertRefusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.report.table.Columns;
import io.linkteller.report.table.PaperValue;
import io.linkteller.report.table.ResultTable;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The paper's numbers: the size of each table, and some numbers of each unit. */
final class PaperTableTest {

  @ParameterizedTest
  @CsvSource({
    // Cells times metrics: data sets x degrees x beliefs x methods, and so on.
    "ATTACK_GCN, 630",
    "AUC_GCN, 63",
    "ATTACK_GCN_3LAYER, 150",
    "AUC_GCN_3LAYER, 15",
    "ATTACK_GAT, 180",
    "ATTACK_TRANSDUCTIVE, 72",
    "AUC_TRANSDUCTIVE, 9",
    "DP_ATTACK, 54",
    "DP_UTILITY, 24",
    "CHOSEN_EPSILON, 12",
    "RUNTIME, 21",
    "RANDOM, 21"
  })
  void everyTableIsComplete(PaperTable table, int size) {
    assertEquals(size, table.size());
  }

  @Test
  void percentagesAreShares() {
    Map<String, String> cell =
        Map.of(
            Columns.DATASET, "RU",
            Columns.DEGREE, "low",
            Columns.BELIEF, "k/4",
            Columns.METHOD, "LinkTeller");
    assertEquals(
        Optional.of(PaperValue.of(1, 0)), PaperTable.ATTACK_GCN.find(PaperMetric.PRECISION, cell));
    assertEquals(
        Optional.of(PaperValue.of(0.33, 0.028)),
        PaperTable.ATTACK_GCN.find(PaperMetric.RECALL, cell));
    assertEquals(
        Optional.of(PaperValue.of(0.00017)),
        PaperTable.RANDOM.find(
            PaperMetric.RANDOM_PRECISION, Map.of(Columns.DATASET, "RU", Columns.DEGREE, "low")));
  }

  @Test
  void thePapersNumbersAreShownBesideOurs() {
    ResultTable ours =
        ResultTable.builder("Chosen", Columns.MODEL, Columns.DATASET)
            .row("EdgeRand", "RU")
            .measured(PaperMetric.CHOSEN_EPSILON, 7)
            .row("GCN", "RU")
            .measured(PaperMetric.CHOSEN_EPSILON, 7)
            .build();
    ResultTable beside = PaperTable.CHOSEN_EPSILON.beside(ours);
    assertEquals(Optional.of(PaperValue.of(7)), beside.rows().get(0).paper());
    assertTrue(beside.rows().get(1).paper().isEmpty());
  }

  @Test
  void fractionsSecondsAndEpsilonsAreAsPrinted() {
    Map<String, String> low = Map.of(Columns.DATASET, "RU", Columns.DEGREE, "low");
    assertEquals(
        Optional.of(PaperValue.of(12.5, 0)),
        PaperTable.RUNTIME.find(PaperMetric.RUNNING_TIME, low));
    assertEquals(
        Optional.of(PaperValue.of(7)),
        PaperTable.CHOSEN_EPSILON.find(
            PaperMetric.CHOSEN_EPSILON, Map.of(Columns.DATASET, "RU", Columns.MODEL, "EdgeRand")));
    assertEquals(
        Optional.of(PaperValue.of(0.319)),
        PaperTable.DP_UTILITY.find(
            PaperMetric.UTILITY_F1,
            Map.of(
                Columns.DATASET, "RU",
                Columns.MODEL, "GCN",
                Columns.EPSILON, Columns.UNDEFENDED)));
    assertEquals(
        Optional.of(PaperValue.of(0.189, 0.108)),
        PaperTable.DP_ATTACK.find(
            PaperMetric.ATTACK_F1,
            Map.of(
                Columns.DATASET, "RU",
                Columns.DEGREE, "low",
                Columns.BELIEF, "k",
                Columns.MODEL, "EdgeRand",
                Columns.EPSILON, "7")));
  }

  @Test
  void missingPaperNumbersAreEmptyAndUnknownKeysAreRejected() {
    Map<String, String> cell = Map.of(Columns.DATASET, "Cora", Columns.DEGREE, "low");
    assertTrue(PaperTable.RUNTIME.find(PaperMetric.RUNNING_TIME, cell).isEmpty());
    assertTrue(PaperTable.RUNTIME.find(PaperMetric.AUC, cell).isEmpty());
    assertRefusal(
        "the paper's table runtime has the keys [data set, degree], not [data set]",
        () -> PaperTable.RUNTIME.find(PaperMetric.RUNNING_TIME, Map.of(Columns.DATASET, "RU")));
  }
}
