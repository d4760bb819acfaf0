/**
 * Proofs of charges. The package is exported to the module {@code io.linkteller.dp} only, whose
 * session creates an entry after each charge: code elsewhere can read a {@code ChargedGuarantee},
 * but not create one.
 */
@NullMarked
package io.linkteller.privacy.ledger;

import org.jspecify.annotations.NullMarked;
