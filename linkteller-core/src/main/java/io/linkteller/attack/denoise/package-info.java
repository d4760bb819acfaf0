/**
 * Attacks on graphs protected by edge-level differential privacy. A perturbed graph still reveals
 * approximate degrees and groups of nodes, because both are sums over many cells whose noise
 * averages out. These attacks combine them with the noisy cell of each pair, whereas Theorem 6 of
 * the paper treats pairs as independent.
 *
 * <p>{@link io.linkteller.attack.denoise.DenoisingAttack} reads the perturbed graph with another
 * attack and passes it to {@link io.linkteller.attack.denoise.GraphDenoiser}, which only needs the
 * {@link io.linkteller.privacy.ResponseRates} of the mechanism.
 *
 * <p>Not in the paper.
 */
@NullMarked
package io.linkteller.attack.denoise;

import org.jspecify.annotations.NullMarked;
