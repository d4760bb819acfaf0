package io.linkteller.models.aggregate;

import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.train.ClassificationMetrics;
import io.linkteller.models.train.Labels;
import io.linkteller.privacy.ChargedGuarantee;
import io.linkteller.privacy.NoisySums;
import it.unimi.dsi.fastutil.ints.IntList;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Perceptrons that know noisy cluster degrees (Kolluri, Baluta, Hooi and Saxena, "LPGNet: Link
 * Private Graph Networks for Node Classification", CCS 2022).
 *
 * <p>The first perceptron predicts classes from features. The nodes of one predicted class are a
 * cluster; how many neighbors a node has in each cluster is released with noise. The next
 * perceptron predicts classes from all logits and noisy degrees so far, and so on for K stages.
 * Each stage is one release.
 *
 * <p>Noise is drawn once per graph; training and answers use what was released. Differences to the
 * paper's code: logits and degrees are standardized over the training graph before a perceptron
 * takes them, and ε is stated for all stages together. Immutable.
 */
public final class LpgNet extends AggregateModel {

  private final List<GnnModel> perceptrons;
  private final List<FeatureScaler> scalers;

  private LpgNet(
      List<GnnModel> perceptrons,
      List<FeatureScaler> scalers,
      Supplier<ChargedGuarantee> guarantee) {
    super(guarantee);
    this.perceptrons = List.copyOf(perceptrons);
    this.scalers = List.copyOf(scalers);
  }

  /** {@return a builder} */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public int inputWidth() {
    return perceptrons.get(0).inputWidth();
  }

  @Override
  public int hops() {
    return scalers.size();
  }

  @Override
  public void identify(MessageDigest digest) {
    perceptrons.forEach(perceptron -> perceptron.identify(digest));
  }

  @Override
  Aggregates release(NoisySums sums, FeatureMatrix x) {
    List<DMatrixRMaj> released = new ArrayList<>();
    run(
        x,
        (stages, stage) -> {
          released.add(sums.next(stages.clusters()));
          return released.get(stage);
        });
    return new Aggregates(released, sums.growingGuarantee());
  }

  @Override
  public List<DMatrixRMaj> aggregatedRows(FeatureMatrix x, Aggregates aggregates) {
    List<DMatrixRMaj> rows = new ArrayList<>();
    run(
        x,
        (stages, stage) -> {
          rows.add(stages.clusters());
          return aggregates.sums().get(stage);
        });
    return rows;
  }

  @Override
  DMatrixRMaj logits(FeatureMatrix x, IntList nodes, Aggregates aggregates) {
    return run(x, (stages, stage) -> Rows.selected(aggregates.sums().get(stage), nodes)).logits;
  }

  /** Runs all perceptrons, with the degrees that a function gives for each stage. */
  private Stages run(FeatureMatrix x, BiFunction<Stages, Integer, DMatrixRMaj> degrees) {
    Stages stages = new Stages(Rows.of(perceptrons.get(0), x));
    for (int stage = 0; stage < scalers.size(); stage++) {
      stages.take(degrees.apply(stages, stage));
      stages.answer(perceptrons.get(stage + 1), scalers.get(stage));
    }
    return stages;
  }

  /** Logits and degrees of the stages so far. */
  private static final class Stages {

    private final List<DMatrixRMaj> known = new ArrayList<>();
    private DMatrixRMaj logits;

    Stages(DMatrixRMaj first) {
      logits = first;
      known.add(first);
    }

    /** One row per node, 1 in the column of its largest logit, the first of equals. */
    DMatrixRMaj clusters() {
      DMatrixRMaj indicators = new DMatrixRMaj(logits.numRows, logits.numCols);
      int[] classes = ClassificationMetrics.argMax(logits);
      for (int row = 0; row < classes.length; row++) {
        indicators.set(row, classes[row], 1);
      }
      return indicators;
    }

    void take(DMatrixRMaj degrees) {
      known.add(degrees);
    }

    DenseFeatures inputs() {
      return DenseFeatures.of(CommonOps_DDRM.concatColumnsMulti(known.toArray(DMatrixRMaj[]::new)));
    }

    void answer(GnnModel perceptron, FeatureScaler scaler) {
      logits = Rows.of(perceptron, scaler.transform(inputs()));
      known.add(logits);
    }
  }

  /** Builds an {@link LpgNet}. Not safe for use by several threads. */
  public static final class Builder extends PerceptronBuilder<LpgNet, Builder> {

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    @Override
    AggregateTraining<LpgNet> trained(
        Supplier<NoisySums> charged, FeatureMatrix x, Labels labels, IntList nodes) {
      List<GnnModel> perceptrons = new ArrayList<>();
      List<FeatureScaler> scalers = new ArrayList<>();
      List<DMatrixRMaj> released = new ArrayList<>();
      perceptrons.add(classifier(x, labels, nodes, 0));
      Stages known = new Stages(Rows.of(perceptrons.get(0), x));
      NoisySums sums = charged.get();
      for (int stage = 1; stage <= hops(); stage++) {
        DMatrixRMaj degrees = sums.next(known.clusters());
        released.add(degrees);
        known.take(degrees);
        FeatureScaler scaler = FeatureScaler.fit(known.inputs());
        scalers.add(scaler);
        perceptrons.add(classifier(scaler.transform(known.inputs()), labels, nodes, stage));
        known.answer(perceptrons.get(stage), scaler);
      }
      return new AggregateTraining<>(
          new LpgNet(perceptrons, scalers, sums.growingGuarantee()),
          new Aggregates(released, sums.growingGuarantee()));
    }
  }
}
