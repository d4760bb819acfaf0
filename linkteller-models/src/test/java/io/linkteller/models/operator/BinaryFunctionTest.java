package io.linkteller.models.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BinaryFunctionTest {

  /** The squares of a row that is scaled by 0 cancel up to the rounding of a float. */
  @Test
  void rootsOfCancelledSumsAreZero() {
    assertEquals(-2, BinaryFunction.POWER.change(4, 0.5, -4 - 1e-7, 0));
    assertEquals(Math.sqrt(3) - 2, BinaryFunction.POWER.change(4, 0.5, -1, 0), 1e-15);
    assertEquals(-65, BinaryFunction.POWER.change(4, 3, -5, 0), "a cube is defined there");
    assertTrue(Double.isNaN(BinaryFunction.POWER.change(4, 0.5, -5, 0)), "not by rounding");
  }
}
