package io.linkteller.models.train;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.program.ModelGoldens;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class TrainerTest {

  private static final Graph GRAPH = ModelGoldens.graph();
  private static final DenseFeatures X = ModelGoldens.features();
  private static final Labels LABELS = ModelGoldens.cases("gcn").get(0).labels();
  private static final GnnModel MODEL = Gcn.builder().layers(6, 16, 3).dropout(0.5).seed(3).build();

  private static Trainer.Builder trainer() {
    return Trainer.builder().epochs(30).weightDecay(5e-4).seed(11);
  }

  private static double[] weights(TrainingRun run) {
    return run.model().parameters().get("W1").data;
  }

  /** The data are large enough for every kernel to split its work. */
  @Test
  void parametersDoNotDependOnTheNumberOfThreads() {
    SplittableRandom random = new SplittableRandom(1);
    int nodes = 900;
    Graph.Builder graph = Graph.builder(nodes).mergingDuplicates();
    int[][] features = new int[nodes][];
    int[] classes = new int[nodes];
    for (int u = 0; u < nodes; u++) {
      for (int i = 0; i < 5; i++) {
        graph.addEdge(u, (u + 1 + random.nextInt(nodes - 1)) % nodes);
      }
      features[u] = random.ints(8, 0, 400).sorted().distinct().toArray();
      classes[u] = random.nextInt(3);
    }
    SparseFeatures x = SparseFeatures.ofOnes(400, features);
    FeatureMatrix standardized = FeatureScaler.fit(x).transform(x);
    GnnModel model = Gcn.builder().layers(400, 96, 48, 3).dropout(0.5).seed(3).build();
    Graph built = graph.build();
    Labels labels = Labels.single(classes, 3);
    List<double[]> trained = new ArrayList<>();
    for (int threads : new int[] {1, 5}) {
      Trainer trainer = trainer().epochs(2).parallelism(threads).build();
      trained.add(weights(trainer.train(model, built, standardized, labels)));
    }
    assertArrayEquals(trained.get(0), trained.get(1));
  }

  @Test
  void theSeedDeterminesTheDropout() {
    double[] one = weights(trainer().build().train(MODEL, GRAPH, X, LABELS));
    double[] other = weights(trainer().seed(12).build().train(MODEL, GRAPH, X, LABELS));
    assertTrue(one[0] != other[0]);
  }

  @Test
  void trainingLowersTheLossAndDoesNotModifyTheInitialModel() {
    double before = MODEL.parameters().get("W1").get(0, 0);
    TrainingRun run = Trainer.builder().epochs(200).build().train(MODEL, GRAPH, X, LABELS);
    assertTrue(run.losses().getDouble(199) < 0.8 * run.losses().getDouble(0));
    assertEquals(before, MODEL.parameters().get("W1").get(0, 0));
  }

  @Test
  void onlyTrainingNodesContributeToTheLoss() {
    int[] unknownButOne = new int[36];
    Arrays.fill(unknownButOne, Labels.UNKNOWN);
    unknownButOne[4] = 1;
    Trainer trainer = trainer().build();
    TrainingData data = TrainingData.of(GRAPH, X, withFifthOfClass1()).trainingOn(IntList.of(4));
    assertArrayEquals(
        weights(trainer.train(MODEL, data)),
        weights(trainer.train(MODEL, GRAPH, X, Labels.single(unknownButOne, 3))));
  }

  private static Labels withFifthOfClass1() {
    int[] classes = new int[36];
    classes[4] = 1;
    return Labels.single(classes, 3);
  }

  @Test
  void epochsAreReportedInOrder() {
    List<Integer> told = new ArrayList<>();
    trainer()
        .epochs(3)
        .onEpoch(epoch -> told.add(epoch.number()))
        .build()
        .train(MODEL, GRAPH, X, LABELS);
    assertEquals(List.of(1, 2, 3), told);
  }

  @Test
  void settingsOutOfRangeAreRejected() {
    assertRefused(() -> Trainer.builder().epochs(0));
    assertRefused(() -> Trainer.builder().learningRate(0));
    assertRefused(() -> Trainer.builder().learningRate(Double.NaN));
    assertRefused(() -> Trainer.builder().weightDecay(-1));
    assertRefused(() -> Gcn.builder().layers(3));
    assertRefused(() -> Gcn.builder().layers(3, 0));
    assertRefused(() -> Gcn.builder().dropout(1));
    assertThrows(IllegalStateException.class, () -> Gcn.builder().build());
  }

  @Test
  void dataWithMismatchedShapesAreRejected() {
    Trainer trainer = trainer().build();
    DenseFeatures fewer = FeatureMatrix.dense(new double[35][6]);
    assertRefused(() -> trainer.train(MODEL, GRAPH, fewer, LABELS));
    GnnModel narrow = Gcn.builder().layers(5, 3).build();
    assertRefused(() -> trainer.train(narrow, GRAPH, X, LABELS));
    assertRefused(() -> TrainingData.of(GRAPH, X, LABELS).trainingOn(IntList.of(36)));
    assertRefused(() -> TrainingData.of(GRAPH, X, LABELS).trainingOn(IntList.of()));
    assertRefused(() -> Labels.single(new int[] {3}, 3));
    assertRefused(() -> Labels.multi(new boolean[][] {{true}, {true, false}}));
  }

  @Test
  void theMessageForADivergingLossNamesTheEpoch() {
    double[][] values = new double[36][6];
    for (double[] row : values) {
      Arrays.fill(row, 1e300);
    }
    DenseFeatures enormous = FeatureMatrix.dense(values);
    assertRefused(
        ArithmeticException.class,
        "epoch",
        () -> Trainer.builder().learningRate(1e10).build().train(MODEL, GRAPH, enormous, LABELS));
  }

  private static void blowsUp(String what, Trainer.Builder trainer, TrainingData data) {
    assertRefused(ArithmeticException.class, what, () -> trainer.build().train(MODEL, data));
  }

  @Test
  void aLossThatDivergesInTheLastStepIsDetected() {
    TrainingData data = TrainingData.of(GRAPH, X, LABELS);
    blowsUp("after training is NaN at epoch 1", trainer().epochs(1).learningRate(1e300), data);
    TrainingData validated = data.trainingOn(IntList.of(0, 1, 2)).validatingOn(IntList.of(3, 4, 5));
    blowsUp(
        "validation loss is NaN at epoch 1", trainer().epochs(1).learningRate(1e300), validated);
  }

  @Test
  void parametersThatDoNotAffectTheLossMustBeFinite() {
    // The first row of W1 has no gradient, and the step is infinite: their product is NaN.
    int[][] withoutFirst = new int[36][];
    Arrays.fill(withoutFirst, new int[] {1, 2});
    SparseFeatures x = SparseFeatures.ofOnes(6, withoutFirst);
    blowsUp(
        "parameter W1 is NaN at epoch 1",
        Trainer.builder().epochs(1).learningRate(Double.MAX_VALUE),
        TrainingData.of(GRAPH, x, LABELS));
  }

  @Test
  void nodesWithNanLogitsCountAsWrong() {
    double nan = Double.NaN;
    DMatrixRMaj logits = new DMatrixRMaj(new double[][] {{nan, nan}, {nan, 1}, {1, nan}, {1, 0}});
    Labels labels = Labels.single(new int[] {0, 0, 0, 0}, 2);
    assertEquals(0.25, Evaluation.of(logits, labels, IntList.of(0, 1, 2, 3)).score());
  }
}
