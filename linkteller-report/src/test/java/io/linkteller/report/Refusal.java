package io.linkteller.report;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.function.Executable;

/** What a method says of an argument that it refuses. */
public final class Refusal {

  private Refusal() {}

  /** The message of the IllegalArgumentException that the call must throw. */
  public static String messageOf(Executable call) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, call).getMessage());
  }
}
