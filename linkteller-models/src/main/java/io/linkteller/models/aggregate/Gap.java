package io.linkteller.models.aggregate;

import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Mlp;
import io.linkteller.models.operator.Dropout;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingData;
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
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * A graph neural network with aggregation perturbation (Sajadmanesh, Shamsabadi, Bellet and
 * Gatica-Perez, "GAP: Differentially Private Graph Neural Networks with Aggregation Perturbation",
 * USENIX Security 2023). The model uses a graph only through released sums over neighbors. The
 * answer for a node depends only on its own features and its own rows of the sums, so any number of
 * answers reveals no more about edges than the release itself.
 *
 * <ol>
 *   <li>A two-layer perceptron is trained on features and labels, without edges. Its first layer is
 *       the encoder: the embedding H_0 is X W + b with each row divided by its norm.
 *   <li>For k = 1 to K, H_k is the sum of H_(k-1) over neighbors plus noise, with each row divided
 *       by its norm.
 *   <li>A second perceptron classifies each node from its concatenated rows of H_0, ..., H_K.
 * </ol>
 *
 * <p>Noise is drawn once per graph; training and answers both use the released sums. Differences
 * from the paper: the encoder is linear; a single classifier processes all hops directly, without a
 * separate perceptron per hop; relu replaces SELU; batch normalization is not used; each edge
 * counts in both directions. Immutable.
 *
 * <pre>{@code
 * NeighborAggregation noise = GaussianAggregation.builder().epsilon(4).releases(2).build();
 * AggregateTraining trained = Gap.builder().hops(2).train(session, x, labels, nodes, noise);
 * InferenceApi api = AggregateApi.of(trained.model(), trained.aggregates());
 * }</pre>
 */
public final class Gap {

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

  /** {@return d, the number of features per node} */
  public int inputWidth() {
    return encoder.inputWidth();
  }

  /** {@return K, the number of releases that the model needs} */
  public int hops() {
    return hops;
  }

  /**
   * Returns the guarantee that covers the sums on which the parameters were trained and everything
   * else that the private session has released so far.
   *
   * @return the composed guarantee as of this call
   */
  public ChargedGuarantee guarantee() {
    return guarantee.get();
  }

  /**
   * Adds the settings and parameters of this model's networks to a digest.
   *
   * @param digest the digest to update
   */
  public void identify(MessageDigest digest) {
    encoder.identify(digest);
    classifier.identify(digest);
  }

  /**
   * Releases the sums that the model needs. Inference makes no other use of the edges.
   *
   * @param graph A, on n nodes
   * @param x X, n x d
   * @param mechanism the mechanism that adds the noise
   * @return the released sums, with the guarantee of K releases
   * @throws IllegalArgumentException if shapes do not match
   */
  public Aggregates release(PrivateGraph graph, FeatureMatrix x, NeighborAggregation mechanism) {
    return release(encoder, hops, graph.sums(mechanism, hops), x);
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

  /**
   * Returns the rows whose sums were released, one matrix per hop. They are functions of the
   * features, the parameters and earlier releases, all of which an attacker may know.
   *
   * @param x X, n x d
   * @param aggregates the release for the graph of these n nodes
   * @return the matrix M of each hop, n x m
   * @throws IllegalArgumentException if shapes do not match
   */
  public List<DMatrixRMaj> aggregatedRows(FeatureMatrix x, Aggregates aggregates) {
    List<DMatrixRMaj> rows = new ArrayList<>();
    rows.add(embeddings(encoder, x));
    for (DMatrixRMaj sum : aggregates.sums().subList(0, hops - 1)) {
      rows.add(Rows.normalized(sum));
    }
    return rows;
  }

  /** Returns the embeddings H_0, n x m, which depend only on the features. */
  private static DMatrixRMaj embeddings(GnnModel encoder, FeatureMatrix x) {
    return Rows.normalized(Rows.of(encoder, x));
  }

  /** Computes one row of c logits per node from released sums, without the graph. */
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
  public static final class Builder {

    private int hops = 2;
    private int embedding = 16;
    private int hidden = 64;
    private double dropout = 0.5;
    private long seed;
    private Trainer trainer = Trainer.builder().weightDecay(5e-4).build();

    private Builder() {}

    /**
     * Sets K, the number of hops. Each hop is one release.
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
     * Sets m, the width of the embeddings. Noise is added to every entry, so wider embeddings
     * receive more noise in total.
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
     * Sets the width of the hidden layer of the classifier.
     *
     * @param width at least 1; default 64
     * @return this builder
     * @throws IllegalArgumentException if {@code width} is below 1
     */
    public Builder hidden(int width) {
      this.hidden = positive("hidden", width);
      return this;
    }

    /**
     * Sets the dropout rate of hidden layers.
     *
     * @param rate in [0, 1); default 0.5
     * @return this builder
     * @throws IllegalArgumentException if {@code rate} is outside [0, 1)
     */
    public Builder dropout(double rate) {
      this.dropout = Dropout.checkRate("dropout", rate);
      return this;
    }

    /**
     * Sets the seed of the initial parameters.
     *
     * @param initial the seed; default 0
     * @return this builder
     */
    public Builder seed(long initial) {
      this.seed = initial;
      return this;
    }

    /**
     * Sets the trainer of both perceptrons.
     *
     * @param with the trainer; default Adam with 200 epochs, a learning rate of 0.01 and a weight
     *     decay of 5e-4
     * @return this builder
     */
    public Builder trainer(Trainer with) {
      this.trainer = with;
      return this;
    }

    private static int positive(String name, int value) {
      if (value < 1) {
        throw new IllegalArgumentException(name + " = " + value + " is below 1");
      }
      return value;
    }

    /**
     * Trains a model. The edges are used only in the K releases.
     *
     * @param graph A, on n nodes
     * @param x X, n x d
     * @param labels the labels of the n nodes, which must not depend on the edges
     * @param nodes the training nodes
     * @param mechanism the mechanism that adds the noise
     * @return the model and the sums that were released
     * @throws IllegalArgumentException if shapes do not match, there are no training nodes, or a
     *     training node has no known label
     */
    public AggregateTraining train(
        PrivateGraph graph,
        FeatureMatrix x,
        Labels labels,
        IntList nodes,
        NeighborAggregation mechanism) {
      if (x.rows() != graph.nodeCount()) {
        throw new IllegalArgumentException(
            "x has " + x.rows() + " rows, but the graph has " + graph.nodeCount() + " nodes");
      }
      Parameters trained = perceptron(x, embedding, labels, nodes, 0).parameters();
      // Only the first layer of this perceptron becomes the encoder.
      Map<String, DMatrixRMaj> first = new LinkedHashMap<>();
      for (String name : List.of("W1", "b1")) {
        first.put(name, trained.get(name));
      }
      GnnModel encoder = Mlp.builder().layers(x.cols(), embedding).build(Parameters.of(first));
      Aggregates aggregates = release(encoder, hops, graph.sums(mechanism, hops), x);
      FeatureMatrix inputs = inputs(encoder, x, Graph.empty(x.rows()).nodes(), aggregates);
      GnnModel classifier = perceptron(inputs, hidden, labels, nodes, 1);
      Gap model = new Gap(encoder, classifier, hops, aggregates::guarantee);
      return new AggregateTraining(model, aggregates);
    }

    /**
     * Trains a perceptron without edges. {@code number}, its position in the order of training, is
     * added to the seed.
     */
    private GnnModel perceptron(
        FeatureMatrix inputs, int width, Labels labels, IntList nodes, int number) {
      return trainer
          .train(
              Mlp.builder()
                  .layers(inputs.cols(), width, labels.classCount())
                  .dropout(dropout)
                  .seed(seed + number)
                  .build(),
              TrainingData.of(Graph.empty(inputs.rows()), inputs, labels).trainingOn(nodes))
          .model();
    }
  }
}
