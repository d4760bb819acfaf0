/**
 * Multilayer perceptrons: the baseline that never sees an edge, and so leaks none.
 *
 * <p>{@link io.linkteller.models.mlp.Mlp} is what an owner can always serve instead: every
 * influence between two nodes is zero. A protected graph is worth its noise only where a {@link
 * io.linkteller.models.gcn.Gcn} on it is better than this (section VI of the paper chooses ε so).
 *
 * <pre>{@code
 * Mlp model = Mlp.builder().layers(3170, 256, 2).build();
 * }</pre>
 */
@NullMarked
package io.linkteller.models.mlp;

import org.jspecify.annotations.NullMarked;
