package io.linkteller.models.gat;

import io.linkteller.models.network.Dropout;
import io.linkteller.models.network.LayerPlan;
import io.linkteller.models.network.ParameterSpec;
import io.linkteller.models.network.Settings;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of a {@link Gat}, checked.
 *
 * @param layers widths, those of hidden layers per head, and dropout of features
 * @param heads the number of heads of each layer
 * @param skip whether each head adds a linear map of its input
 * @param slope the slope of LeakyReLU below zero
 * @param attentionDropout the share of attentions dropped in training
 */
record GatPlan(
    LayerPlan layers, IntList heads, boolean skip, double slope, double attentionDropout) {

  GatPlan {
    if (heads.size() != layers.depth()) {
      throw new IllegalArgumentException(
          "heads = "
              + heads
              + " is given for "
              + heads.size()
              + " layers where there are "
              + layers.depth());
    }
    checkHeads(heads.toIntArray());
    checkSlope(slope);
    Dropout.checkRate("attentionDropout", attentionDropout);
  }

  static void checkHeads(int... heads) {
    for (int count : heads) {
      if (count < 1) {
        throw new IllegalArgumentException("heads = " + count + " is below 1");
      }
    }
  }

  static double checkSlope(double slope) {
    if (!(slope >= 0 && slope <= 1)) {
      throw new IllegalArgumentException("negativeSlope = " + slope + " is outside [0, 1]");
    }
    return slope;
  }

  static GatPlan of(Settings settings) {
    settings.requireOnly(
        "layers", "heads", "skip", "negativeSlope", "inputDropout", "dropout", "attentionDropout");
    return new GatPlan(
        LayerPlan.of(settings),
        IntImmutableList.of(settings.integers("heads")),
        settings.flag("skip"),
        settings.number("negativeSlope"),
        settings.number("attentionDropout"));
  }

  Settings settings() {
    return layers
        .withDropout(
            layers
                .withLayers(Settings.of(GatArchitecture.NAME))
                .with("heads", heads.toIntArray())
                .with("skip", Boolean.toString(skip))
                .with("negativeSlope", slope))
        .with("attentionDropout", attentionDropout);
  }

  /** The parameters in the order of their layers; every head is drawn as a layer of its own. */
  List<ParameterSpec> parameters() {
    List<ParameterSpec> specs = new ArrayList<>();
    int in = layers.inputWidth();
    for (int l = 1; l <= layers.depth(); l++) {
      int count = heads.getInt(l - 1);
      int width = layers.widths().getInt(l);
      int out = l < layers.depth() ? count * width : width;
      specs.add(ParameterSpec.weights("W" + l, in, width, count));
      specs.add(ParameterSpec.vectors("aSrc" + l, count, width));
      specs.add(ParameterSpec.vectors("aDst" + l, count, width));
      specs.add(ParameterSpec.bias("b" + l, out));
      if (skip) {
        specs.add(ParameterSpec.weights("S" + l, in, width, count));
      }
      in = out;
    }
    return specs;
  }
}
