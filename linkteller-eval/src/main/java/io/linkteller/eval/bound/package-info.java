/**
 * What differential privacy promises about an attacker's precision: section IV.C of the paper.
 *
 * <p>{@link io.linkteller.eval.bound.MembershipBound} bounds what the answers add, for any one pair
 * and whatever else is known, and the precision of predicted edges from public priors. {@link
 * io.linkteller.eval.bound.PrecisionBound}, for pairs that are independent of features and of each
 * other, has Theorem 6, precision at most e^ε k for pairs of density k; the tighter bound that its
 * proof gives; and the way back, from a precision that an owner accepts to the largest ε that
 * promises it.
 *
 * <pre>{@code
 * MembershipBound.advantage(1);               // 0.462
 * PrecisionBound.theorem6(2, 0.01);           // 0.0739: at most 7.4 % of the named pairs are edges
 * PrecisionBound.epsilonFor(0.25, 0.01);      // 3.22
 * }</pre>
 */
@NullMarked
package io.linkteller.eval.bound;

import org.jspecify.annotations.NullMarked;
