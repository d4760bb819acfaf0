/**
 * Recovers the graph among the targets from powers of its normalized adjacency matrix.
 *
 * <p>{@link io.linkteller.attack.spectral.SpectralRoot} asks |V^(C)| + 1 queries about the targets
 * alone, with the same features for each, and takes the matrix root of what it measures. {@link
 * io.linkteller.attack.spectral.SpectralRecovery} is the result with its {@link
 * io.linkteller.attack.spectral.SpectralDiagnosis}.
 *
 * <p>Not in the paper.
 */
@NullMarked
package io.linkteller.attack.spectral;

import org.jspecify.annotations.NullMarked;
