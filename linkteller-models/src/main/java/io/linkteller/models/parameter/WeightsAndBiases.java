package io.linkteller.models.parameter;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;

/**
 * The parameters {@code W1}, {@code b1}, {@code W2}, ... of architectures with one weight and one
 * bias per layer.
 */
public final class WeightsAndBiases {

  private WeightsAndBiases() {}

  /**
   * Returns the parameters of such an architecture.
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
