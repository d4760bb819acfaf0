package io.linkteller.dp.session;

/** Signals a line of a ledger that has a right code but no meaning. */
final class MalformedLineException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private static final int SHOWN = 200;

  MalformedLineException(String message) {
    super(message);
  }

  /** A failure of a parser, whose message may repeat the whole line; its beginning is kept. */
  MalformedLineException(RuntimeException cause) {
    super(beginning(String.valueOf(cause.getMessage())), cause);
  }

  private static String beginning(String message) {
    return message.length() <= SHOWN ? message : message.substring(0, SHOWN) + "...";
  }
}
