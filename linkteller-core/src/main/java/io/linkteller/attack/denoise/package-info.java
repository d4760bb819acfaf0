/**
 * Attacks on protected graphs. A perturbed graph still shows how many neighbours a node has and
 * which nodes belong together, as both are sums over many cells whose noise averages out; a pair is
 * judged by these and by its own noisy cell, where Theorem 6 of the paper takes pairs to be
 * independent.
 *
 * <p>{@link io.linkteller.attack.denoise.DenoisingAttack} reads the perturbed graph with an attack
 * of one's choice and hands it to {@link io.linkteller.attack.denoise.GraphDenoiser}, which needs
 * nothing but the {@link io.linkteller.attack.denoise.ResponseRates} of the mechanism.
 *
 * <p>Not in the paper.
 */
@NullMarked
package io.linkteller.attack.denoise;

import org.jspecify.annotations.NullMarked;
