package io.linkteller.models.gat;

import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.network.Dropout;
import io.linkteller.models.parameter.ParameterSpec;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;

/**
 * The validated settings of a {@link Gat}.
 *
 * @param layers the widths, for hidden layers per head, and the dropout rates of features
 * @param heads the number of heads of each layer
 * @param skip whether each head adds a linear map of the input of its layer
 * @param slope the slope of LeakyReLU for negative arguments
 * @param attentionDropout the dropout rate of attention coefficients in training
 */
record GatPlan(
    LayerPlan layers, IntList heads, boolean skip, double slope, double attentionDropout) {

  GatPlan {
    if (heads.size() != layers.depth()) {
      throw new IllegalArgumentException(
          "heads = "
              + heads
              + " must have one number for each of the "
              + layers.depth()
              + " layers");
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

  /** Returns the parameters, layer by layer. Every head is drawn like a separate layer. */
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
