/**
 * Bounds on the precision of attacks under differential privacy (section IV.C of the paper).
 *
 * <p>{@link io.linkteller.eval.bound.MembershipBound} bounds the information that the answers add
 * about any one pair for any prior knowledge, and the precision of predicted edges given public
 * priors. {@link io.linkteller.eval.bound.PrecisionBound} assumes that pairs are independent of
 * features and of each other. It contains Theorem 6 (precision at most e^ε k for pairs of density
 * k), the tighter bound from its proof, and the inverse: the largest ε that guarantees an
 * acceptable precision.
 *
 * <pre>{@code
 * MembershipBound.advantage(1);               // 0.462
 * PrecisionBound.theorem6(2, 0.01);           // 0.0739: at most 7.4 % of predicted pairs are edges
 * PrecisionBound.epsilonFor(0.25, 0.01);      // 3.22
 * }</pre>
 */
@NullMarked
package io.linkteller.eval.bound;

import org.jspecify.annotations.NullMarked;
