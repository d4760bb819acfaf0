package io.linkteller.cli;

import io.linkteller.data.Dataset;
import io.linkteller.data.NodeSplit;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.experiment.scenario.Utility;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.train.TrainingData;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;

/**
 * What is served and attacked, and where a model for it is to be trained.
 *
 * @param served the graph behind the black box
 * @param thresholds where low degree ends and high degree begins in it
 * @param utility how good predictions for it are measured; empty if it has no labels
 * @param standardized whether features are brought to mean 0 and deviation 1 over the nodes that
 *     are trained on
 * @param sourceName what to call the data that are trained on
 * @param source those data
 */
record ServedData(
    Dataset served,
    DegreeThresholds thresholds,
    Optional<Utility> utility,
    boolean standardized,
    String sourceName,
    Supplier<Dataset> source) {

  /** Data for which the paper sets no thresholds: low and high are their quarters. */
  static ServedData of(Dataset served, String sourceName, Supplier<Dataset> source) {
    return new ServedData(
        served,
        DegreeThresholds.quartilesOf(served.graph()),
        Optional.of(Utility.of(served.labels())),
        false,
        sourceName,
        source);
  }

  /** Returns these data without labels. */
  ServedData unlabeled() {
    return new ServedData(served, thresholds, Optional.empty(), standardized, sourceName, source);
  }

  /** Returns these data with features scaled. */
  ServedData scaled(FeatureScaling scaling) {
    return new ServedData(
        served.withFeatures(scaling.ofRows().apply(served.features())),
        thresholds,
        utility,
        scaling == FeatureScaling.STANDARDIZE,
        sourceName,
        () -> {
          Dataset trained = source.get();
          return trained.withFeatures(scaling.ofRows().apply(trained.features()));
        });
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

  /** The features of what is served as a network takes them that was not trained here. */
  FeatureMatrix features() {
    return standardized ? features(served, scalerOf(source.get())) : served.features();
  }

  /** The labels that may be learned from: those of the training part where there is one. */
  TrainingData trainingData(Dataset data, FeatureMatrix features) {
    TrainingData all = GraphOwner.of(data.graph()).trainingData(features, data.labels());
    return data.split()
        .map(NodeSplit::train)
        .filter(nodes -> !nodes.isEmpty())
        .map(all::trainingOn)
        .orElse(all);
  }

  /**
   * How good predictions are; empty without labels, or if there are other than a logit per class.
   */
  OptionalDouble measured(DMatrixRMaj logits) {
    int classes = served.labels().classCount();
    return utility.isPresent() && logits.numCols == classes
        ? OptionalDouble.of(utility.get().of(logits, served.labels(), judged()))
        : OptionalDouble.empty();
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
