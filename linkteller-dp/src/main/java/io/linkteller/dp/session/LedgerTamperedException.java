package io.linkteller.dp.session;

import java.nio.file.Path;

/**
 * Thrown by {@link PrivacyLedger} for a file that was not written by a ledger with the same key, or
 * that has since been changed, shortened or reordered.
 */
public final class LedgerTamperedException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  LedgerTamperedException(String message) {
    super(message);
  }

  LedgerTamperedException(Path file, long line, String what) {
    super(file + ", line " + line + ": " + what);
  }
}
