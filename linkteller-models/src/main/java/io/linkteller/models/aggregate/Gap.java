package io.linkteller.models.aggregate;

import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Mlp;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.train.Labels;
import io.linkteller.privacy.ChargedGuarantee;
import io.linkteller.privacy.NoisySums;
import it.unimi.dsi.fastutil.ints.IntList;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * A graph neural network with aggregation perturbation (Sajadmanesh, Shamsabadi, Bellet and
 * Gatica-Perez, "GAP: Differentially Private Graph Neural Networks with Aggregation Perturbation",
 * USENIX Security 2023).
 *
 * <ol>
 *   <li>A perceptron of two layers is trained on features and labels without edges. Its first layer
 *       is the encoder: X W + b, each row divided by its norm, is the embedding H_0.
 *   <li>H_k is the sum of H_(k-1) over neighbors plus noise, each row divided by its norm, for k =
 *       1 to K.
 *   <li>A perceptron classifies a node by its rows of H_0, ..., H_K side by side.
 * </ol>
 *
 * <p>Noise is drawn once per graph; training and answers use what was released. Differences to the
 * paper: the encoder is linear, one classifier takes all hops instead of one per hop before it,
 * relu instead of SELU, no batch normalization; an edge counts in both directions. Immutable.
 *
 * <pre>{@code
 * NeighborAggregation noise = GaussianAggregation.builder().epsilon(4).releases(2).build();
 * AggregateTraining<Gap> trained = Gap.builder().hops(2).train(session, x, labels, nodes, noise);
 * InferenceApi api = AggregateApi.of(trained.model(), trained.aggregates());
 * }</pre>
 */
public final class Gap extends AggregateModel {

  private final GnnModel encoder;
  private final GnnModel classifier;
  private final int hops;

  private Gap(
      GnnModel encoder, GnnModel classifier, int hops, Supplier<ChargedGuarantee> guarantee) {
    super(guarantee);
    this.encoder = encoder;
    this.classifier = classifier;
    this.hops = hops;
  }

  /** {@return a builder} */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public int inputWidth() {
    return encoder.inputWidth();
  }

  @Override
  public int hops() {
    return hops;
  }

  @Override
  public void identify(MessageDigest digest) {
    encoder.identify(digest);
    classifier.identify(digest);
  }

  @Override
  Aggregates release(NoisySums sums, FeatureMatrix x) {
    return release(encoder, hops, sums, x);
  }

  private static Aggregates release(GnnModel encoder, int hops, NoisySums sums, FeatureMatrix x) {
    List<DMatrixRMaj> released = new ArrayList<>();
    DMatrixRMaj rows = embeddings(encoder, x);
    for (int hop = 0; hop < hops; hop++) {
      DMatrixRMaj sum = sums.next(rows);
      released.add(sum);
      rows = Rows.normalized(sum);
    }
    return new Aggregates(released, sums.growingGuarantee());
  }

  @Override
  public List<DMatrixRMaj> aggregatedRows(FeatureMatrix x, Aggregates aggregates) {
    List<DMatrixRMaj> rows = new ArrayList<>();
    rows.add(embeddings(encoder, x));
    for (DMatrixRMaj sum : aggregates.sums().subList(0, hops - 1)) {
      rows.add(Rows.normalized(sum));
    }
    return rows;
  }

  /** Returns the embeddings H_0, n x m, which depend on features only. */
  private static DMatrixRMaj embeddings(GnnModel encoder, FeatureMatrix x) {
    return Rows.normalized(Rows.of(encoder, x));
  }

  @Override
  DMatrixRMaj logits(FeatureMatrix x, IntList nodes, Aggregates aggregates) {
    return Rows.of(classifier, inputs(encoder, x, nodes, aggregates));
  }

  private static DenseFeatures inputs(
      GnnModel encoder, FeatureMatrix x, IntList nodes, Aggregates aggregates) {
    List<DMatrixRMaj> parts = new ArrayList<>();
    parts.add(embeddings(encoder, x));
    for (DMatrixRMaj sum : aggregates.sums()) {
      parts.add(Rows.normalized(Rows.selected(sum, nodes)));
    }
    return DenseFeatures.of(CommonOps_DDRM.concatColumnsMulti(parts.toArray(DMatrixRMaj[]::new)));
  }

  /** Builds a {@link Gap}. Not safe for use by several threads. */
  public static final class Builder extends PerceptronBuilder<Gap, Builder> {

    private int embedding = 16;

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * Sets m, the width of the embeddings. The noise is on each of the numbers, so wide embeddings
     * have more of it in all.
     *
     * @param width at least 1; default 16
     * @return this builder
     * @throws IllegalArgumentException if {@code width} is below 1
     */
    public Builder embedding(int width) {
      this.embedding = positive("embedding", width);
      return this;
    }

    @Override
    AggregateTraining<Gap> trained(
        Supplier<NoisySums> sums, FeatureMatrix x, Labels labels, IntList nodes) {
      Parameters trained = perceptron(x, embedding, labels, nodes, 0).parameters();
      // The parameters up to the embedding.
      Map<String, DMatrixRMaj> first = new LinkedHashMap<>();
      for (String name : List.of("W1", "b1")) {
        first.put(name, trained.get(name));
      }
      GnnModel encoder = Mlp.builder().layers(x.cols(), embedding).build(Parameters.of(first));
      Aggregates aggregates = release(encoder, hops(), sums.get(), x);
      FeatureMatrix inputs = inputs(encoder, x, Graph.empty(x.rows()).nodes(), aggregates);
      GnnModel classifier = classifier(inputs, labels, nodes, 1);
      Gap model = new Gap(encoder, classifier, hops(), aggregates::guarantee);
      return new AggregateTraining<>(model, aggregates);
    }
  }
}
