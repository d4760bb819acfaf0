package io.linkteller.cli;

import io.linkteller.data.Dataset;
import io.linkteller.data.NodeSplit;
import io.linkteller.eval.metric.Utility;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.graph.Graph;
import io.linkteller.inference.output.Posterior;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.train.TrainingData;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * The data that are served and attacked, and the data that a model for them is trained on.
 *
 * @param served the graph behind the black box
 * @param truth the graph that attacks are judged by; another than the served one if that is
 *     perturbed
 * @param thresholds its thresholds of low and high degree
 * @param utility the measure of the quality of predictions; empty if it has no labels
 * @param standardized whether features are standardized over the training nodes
 * @param sourceName the name of the training data
 * @param source the training data
 */
record ServedData(
    Dataset served,
    Graph truth,
    DegreeThresholds thresholds,
    Optional<Utility> utility,
    boolean standardized,
    String sourceName,
    Supplier<Dataset> source) {

  /** Returns data for which the paper sets no thresholds; the quartiles of the degrees are used. */
  static ServedData of(Dataset served, String sourceName, Supplier<Dataset> source) {
    return new ServedData(
        served,
        served.graph(),
        DegreeThresholds.quartilesOf(served.graph()),
        isLabeled(served) ? Optional.of(Utility.of(served.labels())) : Optional.empty(),
        false,
        sourceName,
        source);
  }

  /** Returns the function from logits to probabilities that suits the labels. */
  Posterior posterior() {
    if (utility.isEmpty()) {
      return Posterior.SOFTMAX;
    }
    return served.labels().isMultiLabel()
        ? Posterior.SIGMOID
        : Posterior.ofSingleLabel(served.labels().classCount());
  }

  private static boolean isLabeled(Dataset data) {
    return IntStream.range(0, data.labels().nodeCount()).anyMatch(data.labels()::isKnown);
  }

  /** Returns these data, judged by another graph than the served one. */
  ServedData withTruth(Graph trueGraph) {
    boolean quartiles = thresholds.equals(DegreeThresholds.quartilesOf(served.graph()));
    return new ServedData(
        served,
        trueGraph,
        quartiles ? DegreeThresholds.quartilesOf(trueGraph) : thresholds,
        utility,
        standardized,
        sourceName,
        source);
  }

  /** Returns these data with features scaled. */
  ServedData scaled(FeatureScaling scaling) {
    return new ServedData(
        served.withFeatures(scaling.ofRows().apply(served.features())),
        truth,
        thresholds,
        utility,
        scaling == FeatureScaling.STANDARDIZE,
        sourceName,
        () -> {
          Dataset trained = source.get();
          return trained.withFeatures(scaling.ofRows().apply(trained.features()));
        });
  }

  /** Returns the scaling of the features of some data for a network. */
  FeatureScaler scalerOf(Dataset trained) {
    if (standardized) {
      return FeatureScaler.fit(trained.features());
    }
    double[] ones = new double[trained.features().cols()];
    Arrays.fill(ones, 1);
    return FeatureScaler.of(new double[ones.length], ones);
  }

  /** Returns the features of some data, scaled for a network. */
  FeatureMatrix features(Dataset data, FeatureScaler scaler) {
    return standardized ? scaler.transform(data.features()) : data.features();
  }

  /**
   * Returns the features of the served data, scaled for a network that was not trained by this
   * command.
   */
  FeatureMatrix features() {
    return standardized ? features(served, scalerOf(source.get())) : served.features();
  }

  /** Returns the training labels: those of the training part of the split if there is one. */
  TrainingData trainingData(Dataset data, FeatureMatrix features) {
    if (!isLabeled(data)) {
      throw new IllegalArgumentException(
          data.name()
              + " has no labels (labels.csv or --labels), with which a model is trained; without"
              + " them name an existing one, such as --onnx");
    }
    TrainingData all = GraphOwner.of(data.graph()).trainingData(features, data.labels());
    return data.split()
        .map(NodeSplit::train)
        .filter(nodes -> !nodes.isEmpty())
        .map(all::trainingOn)
        .orElse(all);
  }

  /**
   * Returns the utility of predictions; empty without labels or if there is not one logit per
   * class.
   */
  OptionalDouble measured(DMatrixRMaj logits) {
    int classes = served.labels().classCount();
    return utility.isPresent() && logits.numCols == classes
        ? OptionalDouble.of(utility.get().of(logits, served.labels(), judged()))
        : OptionalDouble.empty();
  }

  /**
   * Returns the evaluation nodes: the test part of the split if there is one, otherwise all nodes.
   */
  IntList judged() {
    return served
        .split()
        .map(NodeSplit::test)
        .filter(nodes -> !nodes.isEmpty())
        .orElseGet(() -> served.graph().nodes());
  }
}
