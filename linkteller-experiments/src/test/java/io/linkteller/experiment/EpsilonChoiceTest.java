package io.linkteller.experiment;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.eval.cell.Observation;
import io.linkteller.models.train.ClassificationMetrics;
import io.linkteller.models.train.Labels;
import io.linkteller.report.table.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EpsilonChoiceTest {

  private static Observation observed(String dataset, String model, String epsilon, double value) {
    return new Observation(
        Map.of(Columns.DATASET, dataset, Columns.MODEL, model, Columns.EPSILON, epsilon),
        PaperMetric.UTILITY_F1.name(),
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
  void theSmallestEpsilonThatBeatsTheMlpIsChosen() {
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
  void noEpsilonIsChosenIfNoneBeatsTheMlp() {
    assertTrue(UtilityLead.chosen(leads(0.1, 0.5)).isEmpty());
  }

  @Test
  void aSingleSplitResolvesNothing() {
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
    // Differences 0.01 and 0.03: mean 0.02, variance 2e-4, or 1e-4 of the mean without overlap.
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
    assertRefused(() -> UtilityLead.of(observations, "LapGraph", 0));
  }

  @Test
  void theBestConstantAnswerForRareClassF1IsTheRareClass() {
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
}
