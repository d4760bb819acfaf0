package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.Dataset;
import io.linkteller.data.NodeSplit;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.search.Preset;
import io.linkteller.models.train.ClassificationMetrics;
import io.linkteller.models.train.TrainingData;
import io.linkteller.parallel.Workers;
import io.linkteller.testkit.fixture.RealData;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Published test accuracies of published settings, on the standard split. */
@Tag("thorough")
class CitationAccuracyTest {

  private record Task(Dataset data, SparseFeatures features, NodeSplit split) {

    static Task load(String name) {
      Dataset data = PlanetoidDataset.load(RealData.directory(), name);
      SparseFeatures features = ((SparseFeatures) data.features()).normalizedByRow();
      return new Task(data, features, data.split().orElseThrow());
    }

    /** Trains a preset's model and returns its accuracy on the test nodes. */
    double accuracy(Preset preset, GnnModel untrained, long seed) {
      TrainingData training =
          TrainingData.of(data.graph(), features, data.labels())
              .trainingOn(split.train())
              .validatingOn(split.validation());
      GnnModel trained = preset.trainer().seed(seed).build().train(untrained, training).model();
      DMatrixRMaj logits = trained.on(data.graph(), Workers.all()).predict(features);
      return ClassificationMetrics.of(logits, data.labels(), split.test()).accuracy();
    }

    int classes() {
      return data.labels().classCount();
    }
  }

  @ParameterizedTest
  @CsvSource({"cora, 0.80", "citeseer, 0.68"})
  void kipfsGcnReachesItsAccuracyInTheMeanOfFiveSeeds(String name, double least) {
    Task task = Task.load(name);
    double mean = 0;
    for (int seed = 0; seed < 5; seed++) {
      GnnModel untrained = Preset.KIPF.model(task.features().cols(), task.classes(), seed);
      mean += task.accuracy(Preset.KIPF, untrained, seed) / 5;
    }
    double reached = mean;
    assertTrue(reached >= least, () -> name + ": " + reached);
  }

  @ParameterizedTest
  @CsvSource({"cora, 0.81"})
  void theAttentionNetworkReachesItsAccuracy(String name, double least) {
    Task task = Task.load(name);
    GnnModel untrained = Preset.GAT_TRANSDUCTIVE.model(task.features().cols(), task.classes(), 0);
    double reached = task.accuracy(Preset.GAT_TRANSDUCTIVE, untrained, 0);
    assertTrue(reached >= least, () -> name + ": " + reached);
  }
}
