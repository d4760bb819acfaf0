/**
 * An attack on a perturbed graph.
 *
 * <p>{@link io.linkteller.attack.prior.DenoisingAttack} attacks graphs protected by edge-level
 * differential privacy. A perturbed graph still reveals approximate degrees and groups of nodes,
 * because both are sums over many cells whose noise averages out. {@link
 * io.linkteller.attack.prior.GraphDenoiser} combines these with the noisy cell of each pair and
 * needs only the {@link io.linkteller.privacy.ResponseRates} of the mechanism. Theorem 6 of the
 * paper, in contrast, treats pairs as independent. Denoising is not in the paper.
 */
@NullMarked
package io.linkteller.attack.prior;

import org.jspecify.annotations.NullMarked;
