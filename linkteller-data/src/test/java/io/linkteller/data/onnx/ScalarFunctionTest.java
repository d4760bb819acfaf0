package io.linkteller.data.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.models.operator.Activation;
import org.junit.jupiter.api.Test;

class ScalarFunctionTest {

  /** The squares of a row that is scaled by 0 cancel up to the rounding of a float. */
  @Test
  void rootsOfCancelledSumsAreZero() {
    Activation root = ScalarFunction.of(Math::sqrt, x -> 0.5 / Math.sqrt(x));
    assertEquals(-2, root.change(4, -4 - 1e-7));
    assertEquals(Math.sqrt(3) - 2, root.change(4, -1));
    assertTrue(Double.isNaN(root.change(4, -5)), "no rounding turns 4 into -1");
  }
}
