package io.linkteller.remote;

import java.io.IOException;

/** An answer that is not what was asked for. */
final class AnswerFormatException extends IOException {

  private static final long serialVersionUID = 1L;

  private final String sent;

  /**
   * @param problem what is wrong, in words of this package: nothing in it, not even a number, comes
   *     from the server, which may repeat secrets in whatever it sends
   * @param sent what the server sent, for messages where there are no secrets
   */
  AnswerFormatException(String problem, String sent) {
    super(problem);
    this.sent = sent;
  }

  AnswerFormatException(String problem) {
    this(problem, "");
  }

  String sent() {
    return sent;
  }
}
