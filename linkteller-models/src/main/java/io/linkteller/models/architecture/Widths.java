package io.linkteller.models.architecture;

import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;

/** Checks the widths of a model: d features, the hidden widths, c logits. */
public final class Widths {

  private Widths() {}

  /**
   * Checks widths.
   *
   * @param widths 2 to 10,001 numbers, each at least 1
   * @return an unmodifiable copy
   * @throws IllegalArgumentException if there are fewer or more numbers or one is below 1
   */
  public static IntList of(int... widths) {
    if (widths.length < 2) {
      throw new IllegalArgumentException(
          "a model needs at least 2 widths, of its input and its output, not " + widths.length);
    }
    if (widths.length - 1 > Setting.MOST) {
      throw new IllegalArgumentException(
          "layers = " + (widths.length - 1) + " is outside [1, " + Setting.MOST + "]");
    }
    for (int width : widths) {
      if (width < 1) {
        throw new IllegalArgumentException("width " + width + " is below 1");
      }
    }
    return IntImmutableList.of(widths.clone());
  }
}
