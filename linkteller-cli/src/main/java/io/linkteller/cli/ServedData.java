package io.linkteller.cli;

import io.linkteller.experiment.scenario.Utility;
import io.linkteller.data.Dataset;
import io.linkteller.data.NodeSplit;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.models.train.TrainingData;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;

/**
 * What is served and attacked, and where a model for it is to be trained.
 *
 * @param served the graph behind the black box
 * @param thresholds where low degree ends and high degree begins in it
 * @param utility how good predictions for it are measured
 * @param standardized whether features are brought to mean 0 and deviation 1 over the nodes that
 *     are trained on
 * @param sourceName what to call the data that are trained on
 * @param source those data
 */
record ServedData(
    Dataset served,
    DegreeThresholds thresholds,
    Utility utility,
    boolean standardized,
    String sourceName,
    Supplier<Dataset> source) {

  /** Data for which the paper sets no thresholds: low and high are their quarters. */
  static ServedData of(
      Dataset served, boolean standardized, String sourceName, Supplier<Dataset> source) {
    return new ServedData(
        served,
        DegreeThresholds.quartilesOf(served.graph()),
        Utility.of(served.labels()),
        standardized,
        sourceName,
        source);
  }

  /** What leaves the features of some data as a network takes them. */
  FeatureScaler scalerOf(Dataset trained) {
    if (standardized) {
      return FeatureScaler.fit(trained.features());
    }
    double[] ones = new double[trained.features().cols()];
    Arrays.fill(ones, 1);
    return FeatureScaler.of(new double[ones.length], ones);
  }

  /** The features of some data as a network takes them. */
  FeatureMatrix features(Dataset data, FeatureScaler scaler) {
    return standardized ? scaler.transform(data.features()) : data.features();
  }

  /** The labels that may be learned from: those of the training part where there is one. */
  TrainingData trainingData(Dataset data, FeatureMatrix features) {
    TrainingData all = TrainingData.of(data.graph(), features, data.labels());
    return data.split()
        .map(NodeSplit::train)
        .filter(nodes -> !nodes.isEmpty())
        .map(all::trainingOn)
        .orElse(all);
  }

  /** The utility of predicted logits, over the nodes that predictions are judged by. */
  double utilityOf(DMatrixRMaj logits) {
    return utility.of(logits, served.labels(), judged());
  }

  /** The nodes that predictions are judged by: the test part where there is one, else all. */
  IntList judged() {
    return served
        .split()
        .map(NodeSplit::test)
        .filter(nodes -> !nodes.isEmpty())
        .orElseGet(() -> served.graph().nodes());
  }
}
