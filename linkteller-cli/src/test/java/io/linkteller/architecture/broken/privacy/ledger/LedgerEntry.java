package io.linkteller.architecture.broken.privacy.ledger;

/** What only a session may have. */
public final class LedgerEntry {}
