package io.linkteller.models.architecture;

import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.Dropout;
import io.linkteller.models.program.Value;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.function.BiFunction;

/**
 * The widths and dropout rates of a model whose layers form a sequence. Immutable.
 *
 * @param widths the number of features d, the hidden widths and the number of logits c: k + 1
 *     numbers for k layers; unmodifiable
 * @param inputDropout the dropout rate of input features, in [0, 1)
 * @param dropout the dropout rate of the input of every layer but the first, in [0, 1)
 */
public record LayerPlan(IntList widths, double inputDropout, double dropout) {

  /** The name of the setting with the widths. */
  public static final String LAYERS = "layers";

  /** The name of the setting with the dropout rate of input features. */
  public static final String INPUT_DROPOUT = "inputDropout";

  /** The name of the setting with the dropout rate of hidden activations. */
  public static final String DROPOUT = "dropout";

  /**
   * Creates a plan.
   *
   * @param widths at least two numbers, each at least 1
   * @param inputDropout the dropout rate of input features, in [0, 1)
   * @param dropout the dropout rate of the input of every layer but the first, in [0, 1)
   * @throws IllegalArgumentException if there are fewer than two widths, one is below 1, or a rate
   *     is out of range
   */
  public LayerPlan {
    widths = checked(widths.toIntArray());
    Dropout.checkRate("inputDropout", inputDropout);
    Dropout.checkRate("dropout", dropout);
  }

  /** Returns an unmodifiable copy of 2 to 10,001 widths, each at least 1. */
  static IntList checked(int... widths) {
    if (widths.length < 2) {
      throw new IllegalArgumentException(
          "a model needs at least 2 widths, for its input and its output, not " + widths.length);
    }
    if (widths.length - 1 > Setting.MAX) {
      throw new IllegalArgumentException(
          "layers = " + (widths.length - 1) + " is outside [1, " + Setting.MAX + "]");
    }
    for (int width : widths) {
      if (width < 1) {
        throw new IllegalArgumentException("width " + width + " is below 1");
      }
    }
    return IntImmutableList.of(widths.clone());
  }

  /**
   * Reads a plan from settings.
   *
   * @param settings settings that include {@code layers}, {@code inputDropout} and {@code dropout}
   * @return the plan
   * @throws IllegalArgumentException if one of them is missing, malformed or out of range
   */
  public static LayerPlan of(Settings settings) {
    return new LayerPlan(
        IntImmutableList.of(settings.integers(LAYERS)),
        settings.number(INPUT_DROPOUT),
        settings.number(DROPOUT));
  }

  /** {@return k, the number of layers} */
  public int depth() {
    return widths.size() - 1;
  }

  /**
   * Returns a width.
   *
   * @param layer 0 for the features, l for the output of layer l
   * @return the number of columns
   */
  public int width(int layer) {
    return widths.getInt(layer);
  }

  /**
   * Composes a sequence of layers, with an activation and dropout after every layer except the
   * last.
   *
   * @param c the composition
   * @param hidden the activation
   * @param layer composes a layer, without its activation, from its input and its number l, from 1
   *     to k
   * @return the output of the last layer
   */
  public Value chain(Composition c, Activation hidden, BiFunction<Value, Integer, Value> layer) {
    Value h = layer.apply(c.program().features(), 1);
    for (int l = 2; l <= depth(); l++) {
      h = layer.apply(c.program().activate(hidden, h, dropout), l);
    }
    return h;
  }
}
