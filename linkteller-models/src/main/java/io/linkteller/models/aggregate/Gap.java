package io.linkteller.models.aggregate;

import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.mlp.Mlp;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.train.Labels;
import io.linkteller.privacy.ChargedGuarantee;
import io.linkteller.privacy.NeighborAggregation;
import io.linkteller.privacy.NoisySums;
import io.linkteller.privacy.PrivateGraph;
import it.unimi.dsi.fastutil.ints.IntList;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;

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
public final class Gap implements AggregateModel {

  private final GnnModel encoder;
  private final GnnModel classifier;
  private final int hops;
  private final Supplier<ChargedGuarantee> guarantee;

  private Gap(
      GnnModel encoder, GnnModel classifier, int hops, Supplier<ChargedGuarantee> guarantee) {
    this.encoder = encoder;
    this.classifier = classifier;
    this.hops = hops;
    this.guarantee = guarantee;
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
  public int outputWidth() {
    return classifier.outputWidth();
  }

  @Override
  public int hops() {
    return hops;
  }

  @Override
  public ChargedGuarantee guarantee() {
    return guarantee.get();
  }

  @Override
  public void identify(MessageDigest digest) {
    encoder.identify(digest);
    classifier.identify(digest);
  }

  @Override
  public Aggregates release(NoisySums sums, FeatureMatrix x) {
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
    rows.add(embeddings(x));
    for (DMatrixRMaj sum : aggregates.sums().subList(0, hops - 1)) {
      rows.add(Rows.normalized(sum));
    }
    return rows;
  }

  /**
   * Returns the embeddings H_0, which depend on features only. They are public to whoever knows the
   * parameters and the features.
   *
   * @param x X, n x d
   * @return n x m, each row of norm 1 or 0
   */
  public DMatrixRMaj embeddings(FeatureMatrix x) {
    return embeddings(encoder, x);
  }

  private static DMatrixRMaj embeddings(GnnModel encoder, FeatureMatrix x) {
    return Rows.normalized(Rows.of(encoder, x));
  }

  @Override
  public DMatrixRMaj logits(FeatureMatrix x, IntList nodes, Aggregates aggregates) {
    return Rows.of(classifier, inputs(encoder, x, nodes, aggregates));
  }

  private static DenseFeatures inputs(
      GnnModel encoder, FeatureMatrix x, IntList nodes, Aggregates aggregates) {
    List<DMatrixRMaj> parts = new ArrayList<>();
    parts.add(embeddings(encoder, x));
    for (DMatrixRMaj sum : aggregates.sums()) {
      parts.add(Rows.normalized(Rows.selected(sum, nodes)));
    }
    return DenseFeatures.of(Rows.beside(parts));
  }

  /** Builds a {@link Gap}. Not safe for use by several threads. */
  public static final class Builder extends PerceptronBuilder<Builder> {

    private int hops = 2;
    private int embedding = 16;

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * Sets K, the number of hops.
     *
     * @param count at least 1; default 2
     * @return this builder
     * @throws IllegalArgumentException if {@code count} is below 1
     */
    public Builder hops(int count) {
      this.hops = positive("hops", count);
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

    /**
     * Trains a model. The edges are used by the K releases only.
     *
     * @param graph A on n nodes
     * @param x X, n x d
     * @param labels the labels of n nodes, which must not depend on the edges
     * @param nodes the training nodes
     * @param mechanism the noise
     * @return the model and what was released about the graph
     * @throws IllegalArgumentException if shapes do not match, there is no training node, or one
     *     has no known label
     */
    public AggregateTraining<Gap> train(
        PrivateGraph graph,
        FeatureMatrix x,
        Labels labels,
        IntList nodes,
        NeighborAggregation mechanism) {
      requireRows(graph, x);
      Parameters trained = perceptron(x, embedding, labels, nodes, 0).parameters();
      GnnModel encoder =
          Mlp.builder().layers(x.cols(), embedding).build().withParameters(firstLayers(trained));
      Aggregates aggregates = release(encoder, hops, graph.sums(mechanism, hops), x);
      FeatureMatrix inputs = inputs(encoder, x, Rows.all(x), aggregates);
      GnnModel classifier = classifier(inputs, labels, nodes, 1);
      Gap model = new Gap(encoder, classifier, hops, aggregates::guarantee);
      return new AggregateTraining<>(model, aggregates);
    }

    /** The parameters up to the embedding. */
    private static Parameters firstLayers(Parameters trained) {
      Map<String, DMatrixRMaj> first = new LinkedHashMap<>();
      for (String name : List.of("W1", "b1")) {
        first.put(name, trained.get(name));
      }
      return Parameters.of(first);
    }
  }
}
