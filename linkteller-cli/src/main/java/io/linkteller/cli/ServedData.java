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
import io.linkteller.models.train.ClassificationMetrics;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.TrainingData;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.DoublePredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The data that are served and attacked, and the data on which the model is trained.
 *
 * @param served the graph behind the black box
 * @param truth the true graph, by which attacks are judged; the served graph unless that one is
 *     perturbed
 * @param thresholds the thresholds of low and high degree
 * @param utility the measure of the quality of predictions; empty if the data have no labels
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

  /** Numbers of at least this size are not treated as classes. */
  private static final int MAX_CLASSES = 1 << 12;

  /**
   * Returns data without thresholds from the paper. The quartiles of the degrees are used instead.
   */
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
    return posterior(served.labels().classCount());
  }

  /** Returns the function that suits the labels and the number of outputs per node. */
  Posterior posterior(int outputs) {
    if (utility.isEmpty()) {
      return outputs == 1 ? Posterior.SIGMOID : Posterior.SOFTMAX;
    }
    return served.labels().isMultiLabel()
        ? Posterior.SIGMOID
        : Posterior.ofSingleLabel(
            outputs == 1 ? 2 : Math.max(outputs, served.labels().classCount()));
  }

  /**
   * Returns whether a model with this number of outputs per node can fit the labels. Some classes
   * may not occur among the served nodes, and one output can decide between two classes.
   */
  boolean takesOutputs(int outputs) {
    int classes = served.labels().classCount();
    return outputs == classes
        || (!served.labels().isMultiLabel()
            && (outputs > classes || (outputs == 1 && classes == 2)));
  }

  private static boolean isLabeled(Dataset data) {
    return IntStream.range(0, data.labels().nodeCount()).anyMatch(data.labels()::isKnown);
  }

  /** Returns these data with a true graph other than the served one. */
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

  /**
   * Returns the scaler of features: fitted to the training data if features are standardized,
   * otherwise the identity.
   */
  FeatureScaler scalerOf(Dataset trained) {
    if (standardized) {
      return FeatureScaler.fit(trained.features());
    }
    double[] ones = new double[trained.features().cols()];
    Arrays.fill(ones, 1);
    return FeatureScaler.of(new double[ones.length], ones);
  }

  /** Returns the features of a data set, scaled for the model. */
  FeatureMatrix features(Dataset data, FeatureScaler scaler) {
    return standardized ? scaler.transform(data.features()) : data.features();
  }

  /**
   * Returns the features of the served data, scaled for a model that this command did not train.
   */
  FeatureMatrix features() {
    return standardized ? features(served, scalerOf(source.get())) : served.features();
  }

  /**
   * Returns the training data, with only the labels of the training part of the split if there is
   * one.
   */
  TrainingData trainingData(Dataset data, FeatureMatrix features) {
    if (!isLabeled(data)) {
      throw new IllegalArgumentException(
          data.name()
              + " has no labels (labels.csv or --labels), which training a model needs; without"
              + " them, give an existing model, such as --onnx");
    }
    TrainingData all = GraphOwner.of(data.graph()).trainingData(features, data.labels());
    return data.split()
        .map(NodeSplit::train)
        .filter(nodes -> !nodes.isEmpty())
        .map(all::trainingOn)
        .orElse(all);
  }

  /**
   * Returns the utility of predictions on the evaluation nodes whose label is known, or empty if
   * there are no labels. If it is empty for another reason, a remark states the reason.
   */
  OptionalDouble measured(DMatrixRMaj answer, Consumer<String> remarks) {
    if (utility.isEmpty()) {
      return OptionalDouble.empty();
    }
    Labels labels = served.labels();
    int classes = labels.classCount();
    String title = utility.get().title();
    if (!labels.isMultiLabel()
        && IntStream.range(0, labels.nodeCount())
            .filter(labels::isKnown)
            .noneMatch(v -> labels.classOf(v) == 0)
        && (answer.numCols < classes
            || Arrays.stream(ClassificationMetrics.argMax(answer)).anyMatch(at -> at == 0))) {
      remarks.accept(
          "no node has class 0, but the model predicts it or has fewer outputs than classes:"
              + " subtract 1 if your classes are counted from 1");
    }
    DMatrixRMaj logits = answer;
    if (answer.numRows != labels.nodeCount()) {
      remarks.accept("no " + title + ": the model answers only for some of the nodes");
      return OptionalDouble.empty();
    }
    if (answer.numCols == 1 && !labels.isMultiLabel()) {
      boolean whole = isAll(answer, value -> value >= 0 && value == Math.rint(value));
      boolean unit = isAll(answer, value -> value >= 0 && value <= 1);
      if (whole) {
        remarks.accept(title + ": the single number of each node is treated as its class");
        logits = ofClasses(answer, Math.max(classes, (int) CommonOps_DDRM.elementMax(answer) + 1));
      } else if (classes <= 2) {
        double threshold = unit ? 0.5 : 0;
        remarks.accept(title + ": a node is in class 1 if its single number is above " + threshold);
        logits = new DMatrixRMaj(answer.numRows, 2);
        for (int v = 0; v < answer.numRows; v++) {
          logits.set(v, 1, answer.get(v) - threshold);
        }
      }
    } else if (labels.isMultiLabel() && isAll(answer, value -> value >= 0 && value <= 1)) {
      remarks.accept(title + ": a node has a label if its number is above 0.5");
      logits = answer.copy();
      CommonOps_DDRM.add(logits, -0.5);
    }
    if (logits.numCols < classes || (labels.isMultiLabel() && logits.numCols != classes)) {
      remarks.accept(
          "no "
              + title
              + ": the model has "
              + answer.numCols
              + " outputs per node, but the labels have "
              + classes
              + " classes");
      return OptionalDouble.empty();
    }
    IntList known = new IntArrayList(judged());
    known.removeIf((int v) -> !labels.isKnown(v));
    if (known.isEmpty()) {
      remarks.accept("no " + title + ": no node of the test part has a label");
      return OptionalDouble.empty();
    }
    Labels all = logits.numCols == classes ? labels : labels.ofClasses(logits.numCols);
    return OptionalDouble.of(utility.get().of(logits, all, known));
  }

  /** Returns the utility as the end of a line about a model, or "" if there is none. */
  String shown(OptionalDouble measured) {
    return measured.isEmpty()
        ? ""
        : String.format(
            Locale.ROOT, ", %s %.3f", utility.orElseThrow().title(), measured.getAsDouble());
  }

  private static boolean isAll(DMatrixRMaj answer, DoublePredicate test) {
    return Arrays.stream(answer.data, 0, answer.getNumElements())
        .allMatch(value -> test.test(value) && value < MAX_CLASSES);
  }

  private static DMatrixRMaj ofClasses(DMatrixRMaj answer, int classes) {
    DMatrixRMaj logits = new DMatrixRMaj(answer.numRows, classes);
    for (int v = 0; v < answer.numRows; v++) {
      logits.set(v, (int) answer.get(v), 1);
    }
    return logits;
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
