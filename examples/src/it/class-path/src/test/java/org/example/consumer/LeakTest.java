package org.example.consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.LinkTeller;
import org.junit.jupiter.api.Test;

final class LeakTest {

  @Test
  void threePairsArePredicted() {
    assertEquals(3, Leak.measure().predicted());
    assertEquals(3, Leak.measureProtected(4).actual());
  }

  @Test
  void theLibraryIsOnTheExpectedPath() {
    assertEquals(NAMED, LinkTeller.class.getModule().isNamed());
  }

  private static final boolean NAMED = false;
}
