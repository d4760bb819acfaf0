package io.linkteller.experiment.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.StandardMechanisms;
import io.linkteller.experiment.attack.Victim;
import io.linkteller.experiment.cell.FinishedCell;
import io.linkteller.experiment.cell.Observation;
import io.linkteller.experiment.cell.Observations;
import io.linkteller.experiment.cell.ResultKey;
import io.linkteller.experiment.scenario.ModelRecipe;
import io.linkteller.experiment.scenario.Scenario;
import io.linkteller.experiment.scenario.SmallScenario;
import io.linkteller.experiment.scenario.TrainedModels;
import io.linkteller.models.search.Preset;
import io.linkteller.models.train.ClassificationMetrics;
import io.linkteller.models.train.Labels;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.ResultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EpsilonChoiceTest {

  private static Observation observed(String dataset, String model, String epsilon, double value) {
    return new Observation(
        Map.of(Columns.DATASET, dataset, Columns.MODEL, model, Columns.EPSILON, epsilon),
        Metric.UTILITY_F1.name(),
        value);
  }

  /** The MLP reaches 0.5 on one data set; the mechanism is measured at ε = 1, 2, ... */
  private static List<UtilityLead> leads(double... edgeRand) {
    List<Observation> all = new ArrayList<>();
    all.add(observed("a", "MLP", Columns.UNDEFENDED, 0.5));
    for (int epsilon = edgeRand.length; epsilon >= 1; epsilon--) {
      all.add(observed("a", "EdgeRand", String.valueOf(epsilon), edgeRand[epsilon - 1]));
    }
    return UtilityLead.of(new Observations(all), "EdgeRand", 0);
  }

  @Test
  void theSmallestThatBeatsTheMlpIsChosen() {
    assertEquals(3, UtilityLead.chosen(leads(0.1, 0.5, 0.6, 0.4, 0.7)).orElseThrow().epsilon());
  }

  @Test
  void anEpsilonThatFallsBehindAgainIsNotChosen() {
    assertEquals(
        5, UtilityLead.aheadForGood(leads(0.1, 0.5, 0.6, 0.4, 0.7)).orElseThrow().epsilon());
    assertEquals(1, UtilityLead.aheadForGood(leads(0.6, 0.7)).orElseThrow().epsilon());
    assertTrue(UtilityLead.aheadForGood(leads(0.6, 0.5)).isEmpty());
  }

  @Test
  void noEpsilonIsChosenWhereNoneBeatsTheMlp() {
    assertTrue(UtilityLead.chosen(leads(0.1, 0.5)).isEmpty());
  }

  @Test
  void oneSplitGivesNoError() {
    assertFalse(leads(0.9).get(0).isResolved());
  }

  @Test
  void differencesArePairedAndTheirErrorAllowsForOverlap() {
    Observations observations =
        new Observations(
            List.of(
                observed("a", "MLP", Columns.UNDEFENDED, 0.2),
                observed("a", "MLP", Columns.UNDEFENDED, 0.4),
                observed("b", "MLP", Columns.UNDEFENDED, 0.8),
                observed("a", "LapGraph", "7", 0.31),
                observed("b", "LapGraph", "7", 0.82),
                observed("b", "LapGraph", "7", 0.84)));
    // Differences 0.01 and 0.03: mean 0.02, variance 2e-4, of the mean 1e-4 with no overlap.
    UtilityLead apart = UtilityLead.of(observations, "LapGraph", 0).get(0);
    assertEquals(0.02, apart.mean(), 1e-12);
    assertEquals(0.01, apart.standardError().orElseThrow(), 1e-12);
    UtilityLead overlapping = UtilityLead.of(observations, "LapGraph", 0.25).get(0);
    assertEquals(Math.sqrt(1.5e-4), overlapping.standardError().orElseThrow(), 1e-12);
    assertFalse(overlapping.isResolved());
    assertEquals(2, overlapping.datasets());
  }

  @Test
  void aDataSetWithoutAnMlpIsRejected() {
    Observations observations =
        new Observations(
            List.of(
                observed("a", "MLP", Columns.UNDEFENDED, 0.2),
                observed("b", "LapGraph", "7", 0.3)));
    assertThrows(IllegalArgumentException.class, () -> UtilityLead.of(observations, "LapGraph", 0));
  }

  @Test
  void theBestConstantAnswerNamesTheRareClassWhereThatOneCounts() {
    Scenario scenario = SmallScenario.inductive(2);
    Labels labels = scenario.served().labels().requireSingle();
    int rare = ClassificationMetrics.rarestClass(labels);
    int nodes = scenario.judgedNodes().size();
    long rareNodes =
        scenario.judgedNodes().intStream().filter(node -> labels.classOf(node) == rare).count();
    // Precision is the class's share p, recall is 1, so F1 = 2p/(1 + p).
    assertEquals(
        2.0 * rareNodes / (nodes + rareNodes), EpsilonChoice.constantAnswer(scenario), 1e-12);
  }

  /** The paper has an MLP of 0.290 on RU and 0.545 on DE. */
  @Test
  void otherEpsilonsAreChosenWithThePapersMlp() {
    Observations observations =
        new Observations(
            List.of(
                observed("RU", "MLP", Columns.UNDEFENDED, 0.2),
                observed("RU", "MLP", Columns.UNDEFENDED, 0.22),
                observed("DE", "MLP", Columns.UNDEFENDED, 0.5),
                observed("RU", "EdgeRand", "6", 0.28),
                observed("DE", "EdgeRand", "6", 0.54),
                observed("RU", "EdgeRand", "7", 0.3),
                observed("DE", "EdgeRand", "7", 0.55)));
    Observations replaced = PaperMlp.in(observations).orElseThrow();
    List<UtilityLead> leads = UtilityLead.of(replaced, "EdgeRand", 0);
    assertEquals((0.28 - 0.29 + 0.54 - 0.545) / 2, leads.get(0).mean(), 1e-12);
    assertEquals(7, UtilityLead.chosen(leads).orElseThrow().epsilon());
    assertEquals(
        6, UtilityLead.chosen(UtilityLead.of(observations, "EdgeRand", 0)).orElseThrow().epsilon());
    assertTrue(
        PaperMlp.in(new Observations(List.of(observed("ES-1", "MLP", Columns.UNDEFENDED, 0.2))))
            .isEmpty());
  }

  /** EdgeRand beats the MLP from 2 on, LapGraph never: both stand in the report. */
  @Test
  void aMechanismThatNeverBeatsTheMlpHasNoEpsilon() {
    Report report = report("small");
    ResultTable chosen = report.tables().get(0);
    assertEquals(List.of("EdgeRand"), chosen.values(Columns.MODEL));
    ResultTable evidence = report.tables().get(1);
    assertEquals(
        List.of("none is chosen; the nearest"),
        evidence.where(Columns.MODEL, "LapGraph").where(Columns.EPSILON, "2").values("choice"));
    assertEquals(List.of("not resolved"), evidence.values("two standard errors"));
    assertTrue(report.tables().get(2).values(Columns.MODEL).contains("constant answer"));
    assertEquals(3, report.tables().size());
  }

  /** The paper's MLP has 0.290 on RU, below everything here, and ours 0.5. */
  @Test
  void theChoiceIsRepeatedWithThePapersMlp() {
    List<ResultTable> tables = report("RU").tables();
    ResultTable chosen = tables.get(3);
    assertEquals(List.of("EdgeRand", "LapGraph"), chosen.values(Columns.MODEL));
    chosen.rows().forEach(row -> assertEquals(1, row.ours().mean()));
    ResultTable byDataset = tables.get(4);
    assertEquals(
        List.of(2.0, 1.0, 1.0),
        byDataset.rows().stream().map(row -> row.ours().mean()).toList(),
        "EdgeRand by our line and the paper's, LapGraph by the paper's alone");
  }

  private static Report report(String dataset) {
    UtilityGrid grid =
        new UtilityGrid(
            List.of(new Victim(SmallScenario.inductive(2), new ModelRecipe(Preset.TWITCH, 1, 0))),
            List.of(new ModelRecipe(Preset.TWITCH_MLP, 1, 0)),
            List.of(1L),
            new PrivacyGrid(
                List.of(StandardMechanisms.EDGE_RAND, StandardMechanisms.LAP_GRAPH),
                List.of(1.0, 2.0),
                List.of(1L)));
    EpsilonChoice choice =
        new EpsilonChoice(
            List.of(new EpsilonChoice.Choice("small", List.of("RU"), grid)),
            TrainedModels.inMemory(1));
    List<Observation> values =
        List.of(
            observed(dataset, "GCN", Columns.UNDEFENDED, 0.6),
            observed(dataset, "MLP", Columns.UNDEFENDED, 0.5),
            observed(dataset, "EdgeRand", "1", 0.4),
            observed(dataset, "EdgeRand", "2", 0.55),
            observed(dataset, "LapGraph", "1", 0.3),
            observed(dataset, "LapGraph", "2", 0.45));
    List<FinishedCell> finished =
        values.stream()
            .map(value -> new FinishedCell(ResultKey.of("utility"), List.of(value), 1))
            .toList();
    assertEquals(choice.cells().size(), finished.size());
    return choice.report(finished).build();
  }
}
