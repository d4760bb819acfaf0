/**
 * Proofs of charges. The package is exported only to the module {@code io.linkteller.dp}, whose
 * session creates an entry after each charge. Code elsewhere can read a {@code ChargedGuarantee}
 * but not create one.
 */
@NullMarked
package io.linkteller.privacy.ledger;

import org.jspecify.annotations.NullMarked;
