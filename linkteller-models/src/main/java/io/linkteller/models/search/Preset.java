package io.linkteller.models.search;

import io.linkteller.models.gat.Gat;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.mlp.Mlp;
import io.linkteller.models.network.GnnModel;
import io.linkteller.models.network.Initialization;
import io.linkteller.models.train.EarlyStopping;
import io.linkteller.models.train.Trainer;

/**
 * Settings by the name of the experiment: a model and how to train it.
 *
 * <pre>{@code
 * Preset cora = Preset.KIPF;
 * TrainingRun<?> run = cora.trainer().build().train(cora.model(1433, 7, seed), data);
 * }</pre>
 */
public enum Preset {
  /** The paper's GCN on twitch: 2 layers, hidden 256, first-order normalization. */
  TWITCH(0.01, 5e-4, 200) {
    @Override
    public GnnModel<?> model(int features, int classes, long seed) {
      return gcn(Normalization.FIRST_ORDER_GCN, 0.5, seed, features, 256, classes);
    }
  },
  /**
   * A GCN for PPI: 2 layers, hidden 256. The paper gives its grid but not every point it chose;
   * {@link HyperparameterSearch} finds one for the data at hand.
   */
  PPI(0.01, 0, 200) {
    @Override
    public GnnModel<?> model(int features, int classes, long seed) {
      return gcn(Normalization.FIRST_ORDER_GCN, 0.1, seed, features, 256, classes);
    }
  },
  /** A GCN for Flickr: 2 layers, hidden 256; as to the choice see {@link #PPI}. */
  FLICKR(0.01, 5e-4, 200) {
    @Override
    public GnnModel<?> model(int features, int classes, long seed) {
      return gcn(Normalization.AUG_NORM_ADJ, 0.5, seed, features, 256, classes);
    }
  },
  /** The paper's MLP on twitch: hidden 256, trained as {@link #TWITCH} is. */
  TWITCH_MLP(0.01, 5e-4, 200) {
    @Override
    public GnnModel<?> model(int features, int classes, long seed) {
      return Mlp.builder().layers(features, 256, classes).dropout(0.5).seed(seed).build();
    }
  },
  /** A GCN of 3 layers on twitch: hidden 64 and 64, 50 epochs, first-order normalization. */
  TWITCH_3_LAYERS(0.01, 5e-4, 50) {
    @Override
    public GnnModel<?> model(int features, int classes, long seed) {
      return gcn(Normalization.FIRST_ORDER_GCN, 0.5, seed, features, 64, 64, classes);
    }
  },
  /**
   * The paper's GAT on PPI: 3 layers, 6 heads, widths 256 and 256, skip connections. How it is
   * trained is chosen here.
   */
  PPI_GAT(0.005, 0, 200) {
    @Override
    public GnnModel<?> model(int features, int classes, long seed) {
      return Gat.builder()
          .layers(features, 256, 256, classes)
          .heads(6)
          .skip(true)
          .seed(seed)
          .build();
    }
  },
  /**
   * The paper's GAT on Flickr: 4 heads, dropout 0.5. Its 2 layers of width 256 and how it is
   * trained are chosen here.
   */
  FLICKR_GAT(0.005, 0, 200) {
    @Override
    public GnnModel<?> model(int features, int classes, long seed) {
      return Gat.builder().layers(features, 256, classes).heads(4).dropout(0.5).seed(seed).build();
    }
  },
  /**
   * Kipf and Welling's GCN on Cora, Citeseer and Pubmed: hidden 16, dropout 0.5 of features and
   * activations. Rows of features are to be scaled to sum 1.
   */
  KIPF(0.01, 5e-4, 200) {
    @Override
    public GnnModel<?> model(int features, int classes, long seed) {
      return Gcn.builder()
          .layers(features, 16, classes)
          .normalization(Normalization.AUG_NORM_ADJ)
          .inputDropout(0.5)
          .dropout(0.5)
          .initialization(Initialization.GLOROT)
          .seed(seed)
          .build();
    }
  },
  /**
   * Veličković et al.'s transductive GAT on Cora and Citeseer: 8 heads of 8, then one; dropout 0.6
   * of features, activations and attention; stops after 100 epochs without a lower validation loss.
   * Rows of features are to be scaled to sum 1.
   */
  GAT_TRANSDUCTIVE(0.005, 5e-4, 1000) {
    @Override
    public GnnModel<?> model(int features, int classes, long seed) {
      return Gat.builder()
          .layers(features, 8, classes)
          .heads(8, 1)
          .inputDropout(0.6)
          .dropout(0.6)
          .attentionDropout(0.6)
          .seed(seed)
          .build();
    }

    @Override
    public Trainer.Builder trainer() {
      return super.trainer().earlyStopping(EarlyStopping.onLoss(100));
    }
  };

  private final double learningRate;
  private final double weightDecay;
  private final int epochs;

  Preset(double learningRate, double weightDecay, int epochs) {
    this.learningRate = learningRate;
    this.weightDecay = weightDecay;
    this.epochs = epochs;
  }

  /**
   * Returns the model.
   *
   * @param features d, at least 1
   * @param classes c, at least 1
   * @param seed the seed of its initial parameters
   * @return an untrained model
   * @throws IllegalArgumentException if a width is below 1
   */
  public abstract GnnModel<?> model(int features, int classes, long seed);

  /**
   * Returns how it is trained.
   *
   * @return a builder with these settings, which may be changed further
   */
  public Trainer.Builder trainer() {
    return Trainer.builder().epochs(epochs).learningRate(learningRate).weightDecay(weightDecay);
  }

  /**
   * Returns how long it is trained at most.
   *
   * @return the number of epochs that {@link #trainer()} starts from
   */
  public int epochs() {
    return epochs;
  }

  private static Gcn gcn(Normalization normalization, double dropout, long seed, int... widths) {
    return Gcn.builder()
        .layers(widths)
        .normalization(normalization)
        .dropout(dropout)
        .seed(seed)
        .build();
  }
}
