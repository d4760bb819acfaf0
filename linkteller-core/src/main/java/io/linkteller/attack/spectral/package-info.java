/**
 * Reads a graph from a power of its propagation matrix, as {@link
 * io.linkteller.attack.compressed.CompressedProbing} decodes it: the matrix root.
 *
 * <p>Not in the paper.
 */
@NullMarked
package io.linkteller.attack.spectral;

import org.jspecify.annotations.NullMarked;
