package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.linkteller.dp.StandardMechanisms;
import io.linkteller.graph.Graph;
import org.junit.jupiter.api.Test;

class ProtectedPipelineTest {

  private static final Protection EDGE_RAND = Protection.by(StandardMechanisms.EDGE_RAND, 2, 1);

  @Test
  void withoutProtectionTheGraphsAreTheTrueOnes() {
    Scenario scenario = SmallScenario.inductive(2);
    assertEquals(
        scenario.train().graph(),
        ProtectedPipeline.of(scenario, Protection.NONE).trainingData().graph());
  }

  /** Otherwise an edge would be perturbed twice, and would spend its budget twice. */
  @Test
  void trainingOnAPartOfTheServedGraphUsesTheSamePerturbation() {
    Scenario scenario = SmallScenario.partOfWhole();
    Graph served = EDGE_RAND.ownerOfServed(scenario.served().graph()).view();
    assertNotEquals(scenario.served().graph(), served);
    assertEquals(
        served.inducedSubgraph(scenario.served().split().orElseThrow().train()),
        ProtectedPipeline.of(scenario, EDGE_RAND).trainingData().graph());
  }

  @Test
  void theTrainingGraphHasItsOwnNoise() {
    Graph graph = SmallScenario.inductive(2).train().graph();
    assertNotEquals(EDGE_RAND.ownerOfTraining(graph).view(), EDGE_RAND.ownerOfServed(graph).view());
    assertEquals(EDGE_RAND.ownerOfTraining(graph).view(), EDGE_RAND.ownerOfTraining(graph).view());
  }

  @Test
  void differentDataHasADifferentFingerprint() {
    Scenario scenario = SmallScenario.inductive(2);
    assertEquals(scenario.fingerprint(), SmallScenario.inductive(2).fingerprint());
    assertNotEquals(scenario.fingerprint(), SmallScenario.inductive(3).fingerprint());
    assertEquals(scenario.trainFingerprint(), SmallScenario.inductive(3).trainFingerprint());
  }
}
