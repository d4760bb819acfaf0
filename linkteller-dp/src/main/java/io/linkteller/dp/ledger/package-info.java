/**
 * A durable record of the privacy budget that releases of a graph have spent: {@link
 * io.linkteller.dp.ledger.PrivacyLedger}.
 */
@NullMarked
package io.linkteller.dp.ledger;

import org.jspecify.annotations.NullMarked;
