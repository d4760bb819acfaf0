package io.linkteller.models.train;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.program.ModelGoldens;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class TrainingControlTest {

  private static final Graph GRAPH = ModelGoldens.graph();
  private static final DenseFeatures X = ModelGoldens.features();
  private static final Labels LABELS = ModelGoldens.cases("gcn").get(0).labels();
  private static final GnnModel MODEL = Gcn.builder().layers(6, 16, 3).dropout(0.5).seed(3).build();
  private static final IntList FIRST = range(0, 18);
  private static final IntList SECOND = range(18, 36);
  private static final TrainingData HALVES =
      TrainingData.of(GRAPH, X, LABELS).trainingOn(FIRST).validatingOn(SECOND);

  private static IntList range(int from, int to) {
    return IntArrayList.wrap(IntStream.range(from, to).toArray());
  }

  private static double[] weights(TrainingRun run) {
    return run.model().parameters().get("W1").data;
  }

  @Test
  void validationDoesNotAffectTraining() {
    Trainer trainer = Trainer.builder().epochs(20).build();
    TrainingData alone = TrainingData.of(GRAPH, X, LABELS).trainingOn(FIRST);
    assertArrayEquals(weights(trainer.train(MODEL, alone)), weights(trainer.train(MODEL, HALVES)));
  }

  @Test
  void validationNodesMayBelongToAnotherGraph() {
    Graph other = GRAPH.inducedSubgraph(SECOND);
    double[][] rows = new double[18][6];
    int[] classes = new int[18];
    for (int i = 0; i < 18; i++) {
      classes[i] = LABELS.requireSingle().classOf(18 + i);
      for (int c = 0; c < 6; c++) {
        rows[i][c] = X.get(18 + i, c);
      }
    }
    TrainingData inductive =
        TrainingData.of(other, DenseFeatures.of(rows), Labels.single(classes, 3));
    List<Evaluation> told = new ArrayList<>();
    TrainingRun run =
        Trainer.builder()
            .epochs(10)
            .onEpoch(epoch -> told.add(epoch.validation().orElseThrow()))
            .build()
            .train(MODEL, TrainingData.of(GRAPH, X, LABELS).validatingOn(inductive));
    assertEquals(run.validations(), told);
    DMatrixRMaj logits = run.model().on(other, Workers.sequential()).predict(inductive.features());
    assertEquals(told.get(9), Evaluation.of(logits, inductive.labels(), inductive.nodes()));
  }

  @Test
  void aCancelledRunReturnsTheModelTrainedSoFar() {
    Consumer<Epoch> interrupting =
        epoch -> {
          if (epoch.number() == 5) {
            Thread.currentThread().interrupt();
          }
        };
    TrainingRun run = Trainer.builder().onEpoch(interrupting).build().train(MODEL, HALVES);
    assertTrue(Thread.interrupted());
    assertEquals(5, run.losses().size());
    TrainingRun five = Trainer.builder().epochs(5).build().train(MODEL, HALVES);
    assertArrayEquals(weights(five), weights(run));
  }

  @Test
  void anInterruptCancelsTrainingAndRemainsSet() {
    Thread.currentThread().interrupt();
    TrainingRun run = Trainer.builder().build().train(MODEL, HALVES);
    assertTrue(Thread.interrupted());
    assertEquals(0, run.losses().size());
    assertArrayEquals(MODEL.parameters().get("W1").data, weights(run));
  }

  @Test
  void inputDropoutWorksForSparseAndDenseFeaturesOnly() {
    int[][] ones = new int[36][];
    for (int i = 0; i < 36; i++) {
      ones[i] = new int[] {i % 6};
    }
    SparseFeatures sparse = SparseFeatures.ofOnes(6, ones);
    GnnModel dropping = Gcn.builder().layers(6, 8, 3).inputDropout(0.5).build();
    GnnModel keeping = Gcn.builder().layers(6, 8, 3).build();
    Trainer trainer = Trainer.builder().epochs(3).build();
    assertFalse(
        weights(trainer.train(dropping, GRAPH, sparse, LABELS))[0]
            == weights(trainer.train(keeping, GRAPH, sparse, LABELS))[0]);
    DenseFeatures dense = DenseFeatures.of(sparse.toDense());
    assertTrue(trainer.train(dropping, GRAPH, dense, LABELS).losses().size() == 3);
    var standardized = FeatureScaler.fit(sparse).transform(sparse);
    assertRefused("standardized", () -> trainer.train(dropping, GRAPH, standardized, LABELS));
  }

  @Test
  void theScoreIsAccuracyOrMicroF1() {
    DMatrixRMaj logits = new DMatrixRMaj(new double[][] {{1, 0}, {2, 3}, {0, 0}});
    Labels single = Labels.single(new int[] {0, 0, 0}, 2);
    assertEquals(2.0 / 3, Evaluation.of(logits, single, range(0, 3)).score());
    Labels multi = Labels.multi(new boolean[][] {{true, true}, {false, true}, {false, false}});
    // Three predictions, three labels, two of them in common.
    assertEquals(2.0 * 2 / 6, Evaluation.of(logits, multi, range(0, 3)).score());
  }
}
