package io.linkteller.models.network;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;

/**
 * Parameters {@code W1}, {@code b1}, {@code W2}, ...: for each layer a weight, as high as its input
 * is wide, and a bias.
 */
public final class WeightsAndBiases {

  private WeightsAndBiases() {}

  /**
   * Returns what an architecture of such layers takes.
   *
   * @param widths d features, the hidden widths, c logits
   * @return the parameters, in order
   */
  public static List<ParameterSpec> of(IntList widths) {
    List<ParameterSpec> specs = new ArrayList<>();
    for (int l = 1; l < widths.size(); l++) {
      specs.add(ParameterSpec.weight("W" + l, widths.getInt(l - 1), widths.getInt(l)));
      specs.add(ParameterSpec.bias("b" + l, widths.getInt(l)));
    }
    return specs;
  }
}
