package io.linkteller.models.network;

import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * How a model puts its layers one after the other: how wide each is, and what share of its input is
 * dropped in training. Immutable.
 *
 * @param widths d features, the hidden widths, c logits: k + 1 numbers for k layers, unmodifiable
 * @param inputDropout the share of input features that is dropped, p in [0, 1)
 * @param dropout the share of the input of every later layer that is dropped, p in [0, 1)
 */
public record LayerPlan(IntList widths, double inputDropout, double dropout) {

  /** The name of the widths in settings. */
  public static final String LAYERS = "layers";

  /** The name of the share of input features that is dropped, in settings. */
  public static final String INPUT_DROPOUT = "inputDropout";

  /** The name of the share of hidden activations that is dropped, in settings. */
  public static final String DROPOUT = "dropout";

  /**
   * Checks widths and rates.
   *
   * @param widths at least two numbers, each at least 1
   * @param inputDropout the share of input features that is dropped, p in [0, 1)
   * @param dropout the share of the input of every later layer that is dropped, p in [0, 1)
   * @throws IllegalArgumentException if there are fewer than two widths, one is below 1, or a rate
   *     is out of range
   */
  public LayerPlan {
    widths = Widths.of(widths.toIntArray());
    Dropout.checkRate("inputDropout", inputDropout);
    Dropout.checkRate("dropout", dropout);
  }

  /**
   * Reads a plan from settings.
   *
   * @param settings with {@code layers}, {@code inputDropout} and {@code dropout}
   * @return the plan
   * @throws IllegalArgumentException if one is missing, malformed or out of range
   */
  public static LayerPlan of(Settings settings) {
    return new LayerPlan(
        IntImmutableList.of(settings.integers(LAYERS)),
        settings.number(INPUT_DROPOUT),
        settings.number(DROPOUT));
  }

  /**
   * Returns settings with the widths of this plan.
   *
   * @param settings the settings so far
   * @return the settings with {@code layers}
   */
  public Settings withLayers(Settings settings) {
    return settings.with(LAYERS, widths.toIntArray());
  }

  /**
   * Returns settings with the dropout of this plan.
   *
   * @param settings the settings so far
   * @return the settings with {@code inputDropout} and {@code dropout}
   */
  public Settings withDropout(Settings settings) {
    return settings.with(INPUT_DROPOUT, inputDropout).with(DROPOUT, dropout);
  }

  /**
   * Returns the number of layers.
   *
   * @return k
   */
  public int depth() {
    return widths.size() - 1;
  }

  /**
   * Returns d.
   *
   * @return the number of features a node
   */
  public int inputWidth() {
    return widths.getInt(0);
  }

  /**
   * Returns c.
   *
   * @return the number of logits a node
   */
  public int outputWidth() {
    return widths.getInt(depth());
  }

  /**
   * Puts layers one after the other, with dropout before each.
   *
   * @param layers layer l of 1 to k
   * @param hidden σ after every layer but the last, which has none
   * @return the stages
   */
  public List<Stage> stages(IntFunction<? extends Layer> layers, Activation hidden) {
    List<Stage> stages = new ArrayList<>();
    for (int l = 1; l <= depth(); l++) {
      stages.add(
          new Stage(
              l == 1 ? inputDropout : dropout,
              layers.apply(l),
              l < depth() ? hidden : Activation.IDENTITY));
    }
    return stages;
  }
}
