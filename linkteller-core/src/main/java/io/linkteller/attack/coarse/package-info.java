/**
 * Attacks on answers that are rounded, noisy, or labels only: {@link
 * io.linkteller.attack.coarse.CoarseAttack} measures how coarse answers are and chooses its probes
 * ({@link io.linkteller.attack.coarse.ProbeSettings}); {@link
 * io.linkteller.attack.coarse.PairConfidence} says how sure an influence is more than noise; {@link
 * io.linkteller.attack.coarse.LabelAttack} needs labels alone.
 */
@NullMarked
package io.linkteller.attack.coarse;

import org.jspecify.annotations.NullMarked;
