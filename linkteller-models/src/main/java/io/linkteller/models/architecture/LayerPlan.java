package io.linkteller.models.architecture;

import io.linkteller.models.network.Activation;
import io.linkteller.models.network.Dropout;
import io.linkteller.models.network.Layer;
import io.linkteller.models.network.Stage;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The widths and dropout rates of a model whose layers form a sequence. Immutable.
 *
 * @param widths d features, the hidden widths, c logits: k + 1 numbers for k layers, unmodifiable
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
    widths = Widths.of(widths.toIntArray());
    Dropout.checkRate("inputDropout", inputDropout);
    Dropout.checkRate("dropout", dropout);
  }

  /**
   * Reads a plan from settings.
   *
   * @param settings with {@code layers}, {@code inputDropout} and {@code dropout}
   * @return the plan
   * @throws IllegalArgumentException if one of them is missing, malformed or out of range
   */
  public static LayerPlan of(Settings settings) {
    return new LayerPlan(
        IntImmutableList.of(settings.integers(LAYERS)),
        settings.number(INPUT_DROPOUT),
        settings.number(DROPOUT));
  }

  /**
   * Returns settings with the widths of this plan added.
   *
   * @param settings the settings so far
   * @return the settings with {@code layers}
   */
  public Settings withLayers(Settings settings) {
    return settings.with(LAYERS, widths.toIntArray());
  }

  /**
   * Returns settings with the dropout rates of this plan added.
   *
   * @param settings the settings so far
   * @return the settings with {@code inputDropout} and {@code dropout}
   */
  public Settings withDropout(Settings settings) {
    return settings.with(INPUT_DROPOUT, inputDropout).with(DROPOUT, dropout);
  }

  /** {@return k, the number of layers} */
  public int depth() {
    return widths.size() - 1;
  }

  /** {@return d, the number of features per node} */
  public int inputWidth() {
    return widths.getInt(0);
  }

  /** {@return c, the number of logits per node} */
  public int outputWidth() {
    return widths.getInt(depth());
  }

  /**
   * Returns the stages of a sequence of layers, with dropout before each layer.
   *
   * @param layers returns layer l for l from 1 to k
   * @param hidden the activation after every layer but the last, which has none
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
