/**
 * Exact proofs of differential privacy on small graphs: {@link
 * io.linkteller.testkit.proof.PrivacyProof}.
 */
@NullMarked
package io.linkteller.testkit.proof;

import org.jspecify.annotations.NullMarked;
