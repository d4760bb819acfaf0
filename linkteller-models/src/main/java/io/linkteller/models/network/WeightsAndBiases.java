package io.linkteller.models.network;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * Parameters {@code W1}, {@code b1}, {@code W2}, ...: for each layer a weight, as high as its input
 * is wide, and a bias.
 */
public final class WeightsAndBiases {

  private WeightsAndBiases() {}

  /**
   * Draws the parameters of an untrained model, in order.
   *
   * @param widths d features, the hidden widths, c logits
   * @param initialization how they are drawn
   * @param random where the numbers come from
   * @return the parameters
   */
  public static Parameters draw(
      IntList widths, Initialization initialization, SplittableRandom random) {
    Map<String, DMatrixRMaj> drawn = new LinkedHashMap<>();
    for (int l = 1; l < widths.size(); l++) {
      int out = widths.getInt(l);
      drawn.put("W" + l, initialization.weight(widths.getInt(l - 1), out, random));
      drawn.put("b" + l, initialization.bias(out, random));
    }
    return Parameters.of(drawn);
  }

  /**
   * Checks parameters.
   *
   * @param widths d features, the hidden widths, c logits
   * @param given matrices of the names and shapes that belong to the widths
   * @return the same, in order
   * @throws IllegalArgumentException if a parameter is missing, of another shape or left over
   */
  public static Parameters checked(IntList widths, Parameters given) {
    Map<String, DMatrixRMaj> checked = new LinkedHashMap<>();
    for (int l = 1; l < widths.size(); l++) {
      int out = widths.getInt(l);
      checked.put("W" + l, given.get("W" + l, widths.getInt(l - 1), out));
      checked.put("b" + l, given.get("b" + l, 1, out));
    }
    given.requireOnly(checked.keySet());
    return Parameters.of(checked);
  }
}
