package io.linkteller.models.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.network.ModelGoldens;
import io.linkteller.models.train.EarlyStopping;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingData;
import io.linkteller.models.train.TrainingRun;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HyperparameterSearchTest {

  private static final TrainingData DATA =
      TrainingData.of(
              ModelGoldens.graph(),
              ModelGoldens.features(),
              ModelGoldens.cases("gcn").get(0).labels())
          .trainingOn(IntArrayList.wrap(IntStream.range(0, 20).toArray()))
          .validatingOn(IntArrayList.wrap(IntStream.range(20, 36).toArray()));

  private static HyperparameterSearch.Builder small() {
    return HyperparameterSearch.builder()
        .learningRates(0.1, 0.01)
        .dropouts(0, 0.5)
        .hidden(4, 8)
        .normalizations(Normalization.FIRST_ORDER_GCN, Normalization.AUG_NORM_ADJ)
        .epochs(15);
  }

  @Test
  void theGridContainsEachDistinctCombinationOnce() {
    // Dropout and hidden width have no effect on a single layer.
    assertEquals(2 * 2 + 2 * (2 * 2 * 2 * 2), small().build().candidates().size());
    assertEquals(
        4 * 3 + 2 * (4 * 4 * 3 * 3), HyperparameterSearch.builder().build().candidates().size());
  }

  @Test
  void theBestCandidateIsChosenWithAnyNumberOfThreads() {
    HyperparameterSearch.Result one = small().parallelism(1).build().over(DATA);
    HyperparameterSearch.Result many = small().parallelism(3).build().over(DATA);
    double highest =
        one.table().stream()
            .map(trial -> trial.validation().orElseThrow().score())
            .max(Comparator.naturalOrder())
            .orElseThrow();
    assertEquals(highest, one.best().validation().score());
    assertEquals(one.best().candidate(), many.best().candidate());
    assertArrayEquals(
        one.best().model().parameters().get("W1").data,
        many.best().model().parameters().get("W1").data);
    assertEquals(small().build().candidates().size(), one.table().size());
  }

  @Test
  void anEarlyStoppingRuleOnTheLossChoosesByLoss() {
    HyperparameterSearch.Result result =
        small().earlyStopping(EarlyStopping.onLoss(3)).build().over(DATA);
    double lowest =
        result.table().stream()
            .mapToDouble(trial -> trial.validation().orElseThrow().loss())
            .min()
            .orElseThrow();
    assertEquals(lowest, result.best().validation().loss());
  }

  @Test
  void aTrialEqualsTrainingItsCandidate() {
    HyperparameterSearch.Result result = small().seed(4).build().over(DATA);
    Candidate chosen = result.best().candidate();
    TrainingRun<?> run =
        Trainer.builder()
            .epochs(15)
            .learningRate(chosen.learningRate())
            .weightDecay(5e-4)
            .seed(4)
            .build()
            .train(chosen.model(6, 3, 4), DATA);
    assertEquals(run.validations().get(14), result.best().validation());
  }

  @Test
  void dataWithoutValidationNodesAndEmptyAxesAreRejected() {
    assertThrows(
        IllegalArgumentException.class,
        () -> small().build().over(TrainingData.of(DATA.graph(), DATA.features(), DATA.labels())));
    assertThrows(IllegalArgumentException.class, () -> small().hidden());
    assertThrows(IllegalArgumentException.class, () -> small().layers(0));
    assertThrows(IllegalArgumentException.class, () -> small().learningRates(-1));
  }

  @ParameterizedTest
  @EnumSource(Preset.class)
  void everyPresetCanBeTrained(Preset preset) {
    GnnModel<?> model = preset.model(6, 3, 1);
    TrainingRun<?> run = preset.trainer().epochs(3).build().train(model, DATA);
    assertEquals(3, run.losses().size());
    assertTrue(model.settings().byName().size() > 2);
  }

  @Test
  void aDivergingCandidateStaysInTheTableAndIsNeverChosen() {
    for (EarlyStopping rule : List.of(EarlyStopping.onLoss(20), EarlyStopping.onScore(20))) {
      HyperparameterSearch.Builder search =
          small().learningRates(1e300, 0.01).layers(2).earlyStopping(rule);
      for (int epochs : new int[] {1, 15}) {
        HyperparameterSearch.Result result = search.epochs(epochs).build().over(DATA);
        assertEquals(16, result.table().size());
        for (HyperparameterSearch.Trial trial : result.table()) {
          boolean trains = trial.candidate().learningRate() == 0.01;
          assertEquals(trains, trial.model().isPresent(), trial.candidate().toString());
          assertEquals(trains, trial.validation().isPresent());
        }
        assertEquals(0.01, result.best().candidate().learningRate());
        assertTrue(Double.isFinite(result.best().validation().loss()));
      }
      assertThrows(ArithmeticException.class, () -> search.learningRates(1e300).build().over(DATA));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void anInterruptBeforeTheSearchCancelsItAndRemainsSet(int threads) {
    HyperparameterSearch search = small().parallelism(threads).build();
    Thread.currentThread().interrupt();
    try {
      assertThrows(CancellationException.class, () -> search.over(DATA));
    } finally {
      assertTrue(Thread.interrupted());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void anInterruptDuringTheSearchCancelsItAndRemainsSet(int threads) {
    // The search takes far longer than the delay. With one candidate, or with more threads than
    // candidates, the caller only waits.
    for (double[] rates : new double[][] {{0.01}, {0.01, 0.001}}) {
      HyperparameterSearch search =
          small()
              .learningRates(rates)
              .layers(1)
              .normalizations(Normalization.AUG_NORM_ADJ)
              .epochs(2_000_000)
              .parallelism(threads)
              .build();
      Thread searching = Thread.currentThread();
      Executor later = CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS);
      CompletableFuture<Void> interrupt = CompletableFuture.runAsync(searching::interrupt, later);
      try {
        assertTimeout(
            Duration.ofSeconds(60),
            () -> assertThrows(CancellationException.class, () -> search.over(DATA)));
        interrupt.join();
      } finally {
        assertTrue(Thread.interrupted());
      }
    }
  }
}
