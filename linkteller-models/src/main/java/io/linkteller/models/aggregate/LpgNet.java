package io.linkteller.models.aggregate;

import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.train.Labels;
import io.linkteller.privacy.ChargedGuarantee;
import io.linkteller.privacy.NoisySums;
import it.unimi.dsi.fastutil.ints.IntList;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;

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
  public int outputWidth() {
    return perceptrons.get(0).outputWidth();
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
    Stages stages = new Stages(Rows.of(perceptrons.get(0), x));
    for (int stage = 0; stage < scalers.size(); stage++) {
      DMatrixRMaj degrees = sums.next(stages.clusters());
      released.add(degrees);
      stages.take(degrees);
      if (stage + 1 < scalers.size()) {
        stages.answer(perceptrons.get(stage + 1), scalers.get(stage));
      }
    }
    return new Aggregates(released, sums.growingGuarantee());
  }

  @Override
  public List<DMatrixRMaj> aggregatedRows(FeatureMatrix x, Aggregates aggregates) {
    List<DMatrixRMaj> rows = new ArrayList<>();
    Stages stages = new Stages(Rows.of(perceptrons.get(0), x));
    for (int stage = 0; stage < scalers.size(); stage++) {
      rows.add(stages.clusters());
      stages.take(aggregates.sums().get(stage));
      stages.answer(perceptrons.get(stage + 1), scalers.get(stage));
    }
    return rows;
  }

  @Override
  DMatrixRMaj logits(FeatureMatrix x, IntList nodes, Aggregates aggregates) {
    Stages stages = new Stages(Rows.of(perceptrons.get(0), x));
    for (int stage = 0; stage < scalers.size(); stage++) {
      stages.take(Rows.selected(aggregates.sums().get(stage), nodes));
      stages.answer(perceptrons.get(stage + 1), scalers.get(stage));
    }
    return stages.logits;
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
      int width = logits.numCols;
      DMatrixRMaj indicators = new DMatrixRMaj(logits.numRows, width);
      for (int row = 0; row < logits.numRows; row++) {
        int best = 0;
        for (int c = 1; c < width; c++) {
          if (logits.data[row * width + c] > logits.data[row * width + best]) {
            best = c;
          }
        }
        indicators.data[row * width + best] = 1;
      }
      return indicators;
    }

    void take(DMatrixRMaj degrees) {
      known.add(degrees);
    }

    DenseFeatures inputs() {
      return DenseFeatures.of(Rows.beside(known));
    }

    void answer(GnnModel perceptron, FeatureScaler scaler) {
      logits = Rows.of(perceptron, scaler.transform(inputs()));
      known.add(logits);
    }
  }

  /** Builds an {@link LpgNet}. Not safe for use by several threads. */
  public static final class Builder extends PerceptronBuilder<LpgNet, Builder> {

    private int stages = 2;

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * Sets K, the number of stages after the first perceptron.
     *
     * @param count at least 1; default 2
     * @return this builder
     * @throws IllegalArgumentException if {@code count} is below 1
     */
    public Builder stages(int count) {
      this.stages = positive("stages", count);
      return this;
    }

    @Override
    int releases() {
      return stages;
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
      for (int stage = 1; stage <= stages; stage++) {
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
