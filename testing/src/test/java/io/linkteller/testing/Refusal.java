package io.linkteller.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;

/** Assertions on the exceptions that calls throw if their arguments are invalid. */
public final class Refusal {

  private Refusal() {}

  /**
   * Asserts that a call throws an {@link IllegalArgumentException}.
   *
   * @param call the call
   */
  public static void assertRefused(Executable call) {
    assertThrows(IllegalArgumentException.class, call);
  }

  /**
   * Asserts that a call throws an {@link IllegalArgumentException} whose message contains a text.
   *
   * @param text the text
   * @param call the call
   */
  public static void assertRefused(String text, Executable call) {
    assertRefused(IllegalArgumentException.class, text, call);
  }

  /**
   * Asserts that a call throws an exception whose message contains a text.
   *
   * @param type the type of the exception
   * @param text the text
   * @param call the call
   */
  public static void assertRefused(Class<? extends Throwable> type, String text, Executable call) {
    Throwable refusal = assertThrows(type, call);
    assertTrue(String.valueOf(refusal.getMessage()).contains(text), refusal::toString);
  }

  /**
   * Asserts that a call throws an {@link IllegalArgumentException} with a message.
   *
   * @param message the whole message
   * @param call the call
   */
  public static void assertRefusal(String message, Executable call) {
    assertRefusal(IllegalArgumentException.class, message, call);
  }

  /**
   * Asserts that a call throws an exception with a message.
   *
   * @param type the type of the exception
   * @param message the whole message
   * @param call the call
   */
  public static void assertRefusal(
      Class<? extends Throwable> type, String message, Executable call) {
    assertEquals(message, assertThrows(type, call).getMessage());
  }

  /**
   * Returns the message of the {@link IllegalArgumentException} that a call must throw.
   *
   * @param call the call
   * @return the message
   */
  public static String messageOf(Executable call) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, call).getMessage());
  }
}
