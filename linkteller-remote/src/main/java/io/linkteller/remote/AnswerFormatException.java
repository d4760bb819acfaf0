package io.linkteller.remote;

import java.io.IOException;

/** Thrown if an answer does not have the expected format. */
final class AnswerFormatException extends IOException {

  private static final long serialVersionUID = 1L;

  private final String sent;

  /**
   * @param problem what is wrong, without any text or number from the server, which may repeat
   *     secrets in anything that it sends
   * @param sent the server's text, for messages if there are no secrets
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
