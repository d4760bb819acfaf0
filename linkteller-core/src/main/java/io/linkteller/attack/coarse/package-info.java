/**
 * Attacks on answers that are rounded, noisy, or labels only: {@link
 * io.linkteller.attack.coarse.CoarseAttack} measures how coarse the answers are and chooses its
 * probes accordingly ({@link io.linkteller.attack.coarse.ProbeSettings}); {@link
 * io.linkteller.attack.coarse.PairConfidence} is the confidence that an influence is not noise;
 * {@link io.linkteller.attack.coarse.LabelStepAttack} needs only labels.
 */
@NullMarked
package io.linkteller.attack.coarse;

import org.jspecify.annotations.NullMarked;
