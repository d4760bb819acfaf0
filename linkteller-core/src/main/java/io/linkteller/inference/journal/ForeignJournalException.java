package io.linkteller.inference.journal;

/**
 * Thrown if a file is not the journal of this attack on this model, so none of its answers may be
 * used. The message says what differs.
 */
public final class ForeignJournalException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  ForeignJournalException(String message) {
    super(message);
  }
}
