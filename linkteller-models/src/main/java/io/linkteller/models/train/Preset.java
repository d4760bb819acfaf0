package io.linkteller.models.train;

import io.linkteller.models.architecture.Gat;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Mlp;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.parameter.Initialization;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.function.BiFunction;

/**
 * Models and training settings of published experiments.
 *
 * <pre>{@code
 * Preset cora = Preset.KIPF;
 * TrainingRun run = cora.trainer().build().train(cora.model(1433, 7, seed), data);
 * }</pre>
 */
public enum Preset {
  /** The paper's GCN on twitch: 2 layers, hidden width 256, first-order normalization. */
  TWITCH(0.01, 5e-4, 200, (d, c) -> gcn(Normalization.FIRST_ORDER_GCN, 0.5, d, 256, c)),
  /**
   * A GCN for PPI: 2 layers, hidden width 256. The paper states the grid that was searched, but not
   * all values chosen from it.
   */
  PPI(0.01, 0, 200, (d, c) -> gcn(Normalization.FIRST_ORDER_GCN, 0.1, d, 256, c)),
  /**
   * A GCN for Flickr: 2 layers, hidden width 256. As for {@link #PPI}, the paper does not state all
   * chosen values.
   */
  FLICKR(0.01, 5e-4, 200, (d, c) -> gcn(Normalization.AUG_NORM_ADJ, 0.5, d, 256, c)),
  /** The paper's MLP on twitch: hidden width 256, trained like {@link #TWITCH}. */
  TWITCH_MLP(0.01, 5e-4, 200, (d, c) -> Mlp.builder().layers(d, 256, c).dropout(0.5)),
  /**
   * A GCN with 3 layers for twitch: hidden widths 64 and 64, 50 epochs, first-order normalization.
   */
  TWITCH_3_LAYERS(0.01, 5e-4, 50, (d, c) -> gcn(Normalization.FIRST_ORDER_GCN, 0.5, d, 64, 64, c)),
  /**
   * The paper's GAT on PPI: 3 layers, 6 heads, hidden widths 256 and 256, skip connections. The
   * paper does not state the training settings; they were chosen for this library.
   */
  PPI_GAT(0.005, 0, 200, (d, c) -> gat(IntList.of(6), d, 256, 256, c).with(Gat.SKIP, true)),
  /**
   * The paper's GAT on Flickr: 4 heads, dropout 0.5. The paper does not state the depth, the width
   * or the training settings; they were chosen for this library, with 2 layers and hidden width
   * 256.
   */
  FLICKR_GAT(0.005, 0, 200, (d, c) -> gat(IntList.of(4), d, 256, c).dropout(0.5)),
  /**
   * Kipf and Welling's GCN on Cora, Citeseer and Pubmed: hidden width 16, dropout 0.5 for features
   * and activations. Each row of the features must be normalized to sum to 1.
   */
  KIPF(
      0.01,
      5e-4,
      200,
      (d, c) ->
          gcn(Normalization.AUG_NORM_ADJ, 0.5, d, 16, c)
              .inputDropout(0.5)
              .initialization(Initialization.GLOROT));

  private final double learningRate;
  private final double weightDecay;
  private final int epochs;

  /** Creates the builder of a model for d features and c classes. */
  @SuppressWarnings("ImmutableEnumChecker") // The functions capture nothing.
  private final BiFunction<Integer, Integer, ModelBuilder> start;

  Preset(
      double learningRate,
      double weightDecay,
      int epochs,
      BiFunction<Integer, Integer, ModelBuilder> start) {
    this.learningRate = learningRate;
    this.weightDecay = weightDecay;
    this.epochs = epochs;
    this.start = start;
  }

  /**
   * Returns an untrained model.
   *
   * @param features d, the number of features per node, at least 1
   * @param classes c, the number of classes, at least 1
   * @param seed the seed of the initial parameters
   * @return the model
   * @throws IllegalArgumentException if a width is below 1
   */
  public GnnModel model(int features, int classes, long seed) {
    return start.apply(features, classes).seed(seed).build();
  }

  /** {@return a new builder with the training settings, which can be changed} */
  public Trainer.Builder trainer() {
    return Trainer.builder().epochs(epochs).learningRate(learningRate).weightDecay(weightDecay);
  }

  /** {@return the maximum number of epochs, which {@link #trainer()} sets} */
  public int epochs() {
    return epochs;
  }

  private static ModelBuilder gcn(Normalization normalization, double dropout, int... widths) {
    return Gcn.builder().layers(widths).with(Normalization.SETTING, normalization).dropout(dropout);
  }

  private static ModelBuilder gat(IntList heads, int... widths) {
    return Gat.builder().layers(widths).with(Gat.HEADS, heads);
  }
}
