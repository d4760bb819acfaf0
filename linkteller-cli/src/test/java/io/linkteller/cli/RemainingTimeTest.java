package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RemainingTimeTest {

  @Test
  void theUnitFitsTheDuration() {
    assertEquals("0 s", RemainingTime.duration(0.2));
    assertEquals("119 s", RemainingTime.duration(119.4));
    assertEquals("2 min", RemainingTime.duration(121));
    assertEquals("90 min", RemainingTime.duration(5400));
    assertEquals("2.5 h", RemainingTime.duration(9000));
  }
}
