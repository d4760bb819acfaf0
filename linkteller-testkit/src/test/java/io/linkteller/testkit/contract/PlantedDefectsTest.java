package io.linkteller.testkit.contract;

import static io.linkteller.testkit.contract.Contracts.assertCaught;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each contract catches its defects with messages that name them, and accepts correct code. */
class PlantedDefectsTest {

  @Test
  void correctCodePasses() {
    assertEquals(Map.of(), Contracts.failures(BrokenOperators.Correct.class));
    assertEquals(Map.of(), Contracts.failures(BrokenMechanisms.Correct.class));
  }

  @Test
  void operatorsThatWriteWrongGradientsAreCaught() {
    assertCaught(
        BrokenOperators.AddsToGradients.class,
        "theBackwardPassWritesTheDerivatives",
        "dL/dW, computed again");
    assertCaught(
        BrokenOperators.ForgetsNeighborsBackward.class,
        "theBackwardPassWritesTheDerivatives",
        "dL/d",
        "central differences");
  }

  @Test
  void nonlocalOperatorsAreCaught() {
    assertCaught(
        BrokenOperators.CentersAllRows.class,
        "aRowDependsOnItsNeighborhoodOnly",
        "more than 1 hops from node",
        "not the same bits");
    assertCaught(
        BrokenOperators.ReadsSparseInputWrong.class,
        "everyKindOfInputHasTheSameOutput",
        "the output for SparseFeatures");
  }

  @Test
  void operatorsThatWriteToRowsOfOthersAreCaught() {
    assertCaught(
        BrokenOperators.ClearsTheNextRow.class,
        "theForwardPassIsAFunctionOfTheInput",
        "the output with the last row first");
  }

  @Test
  void operatorsThatPropagateChangesWronglyAreCaught() {
    String changes = "changesAreThoseOfFullPasses";
    assertCaught(
        BrokenOperators.ForgetsNeighborsOfChanges.class, changes, "the change of the output");
    assertCaught(
        BrokenOperators.TakesChangesForDerivatives.class,
        "derivativesAreLimitsOfChanges",
        "the derivative with row");
  }

  @Test
  void blackBoxesThatMisreadQueriesAreCaught() {
    String edits = "anEditHasTheAnswerOfTheEditedFeatures";
    assertCaught(BrokenApis.IgnoresEdits.class, edits, "against that for the edited features");
    assertCaught(
        BrokenApis.ReturnsTheFirstRowsForTheObserved.class,
        "observedRowsAreThoseOfTheFullAnswer",
        "the observed rows of");
    assertCaught(
        BrokenApis.RemembersEdits.class,
        "theSameQueryHasTheSameAnswer",
        "the answer after a query with");
    assertCaught(BrokenApis.AddsNoise.class, "theSameQueryHasTheSameAnswer", "allowed error");
  }

  @Test
  void invalidAnswersAreCaught() {
    String rows = "anAnswerHasOneFiniteRowPerObservedNode";
    assertCaught(BrokenApis.AnswersOneRowTooFew.class, rows, "did not return 40");
    assertCaught(BrokenApis.ReturnsNanForScaledZero.class, rows, "NaN");
  }

  @Test
  void batchesThatMixUpAnswersAreCaught() {
    String batch = "aBatchHasTheAnswersOfItsQueries";
    assertCaught(
        BrokenApis.ReturnsOneMatrixForABatch.class, batch, "predictAll returned one matrix");
    assertCaught(BrokenApis.ReversesABatch.class, batch, "answer 0 of predictAll");
  }

  @Test
  void answersThatThreadsShareAreCaught() {
    assertCaught(
        BrokenApis.SharesItsAnswerBetweenThreads.class,
        "threadsDoNotDisturbEachOther",
        "while other threads send queries");
  }

  @Test
  void violatedStatementsOfThePaperAreCaught() {
    assertCaught(
        BrokenApis.InfluencesEverything.class,
        "influenceIsExactlyZeroBeyondKHops",
        "the influence of node",
        "in a network of 2 layers");
    assertCaught(
        BrokenApis.AveragesInsteadOfAdding.class,
        "influenceInOneLayerIsTheEntryOfTheNormalizedAdjacency",
        "instead of the normalized adjacency");
  }

  @Test
  void scoresThatDependOnTheWrongThingsAreCaught() {
    assertCaught(BrokenScores.DividesByZero.class, "everyPairHasAFiniteScore", "NaN");
    assertCaught(
        BrokenScores.DependsOnThreads.class, "theScoresDoNotDependOnThreads", "three threads");
    assertCaught(
        BrokenScores.HasAnAbsoluteThreshold.class,
        "theRankingDoesNotDependOnTheUnitOfLogits",
        "with logits in another unit");
    assertCaught(
        BrokenScores.MiscountsQueries.class, "anAttackAsksTheNumberOfQueries", "number of queries");
  }

  @Test
  void mechanismsThatLeakAreCaughtExactly() {
    String proof = "theGuaranteeHoldsOnAllSmallGraphs";
    assertCaught(BrokenMechanisms.SparesOneCell.class, proof, "exactly 1.050000", "refuted");
    assertCaught(BrokenMechanisms.RefusesCompleteGraphs.class, proof, "exactly Infinity");
  }

  @Test
  void mechanismsThatBreakTheirClaimsAreCaught() {
    assertCaught(BrokenMechanisms.IgnoresItsSeed.class, "aSeedRepeatsAndIsMarked", "seed");
    assertCaught(
        BrokenMechanisms.LosesANode.class, "thePerturbedGraphHasTheSameNodes", "number of nodes");
    assertCaught(
        BrokenMechanisms.PromisesByTheGraph.class,
        "theGuaranteeDoesNotDependOnTheGraph",
        "the guarantee for");
    assertCaught(BrokenMechanisms.FlipsTooSeldom.class, "noAuditRefutesTheGuarantee", "claimed");
  }
}
