/**
 * Multilayer perceptrons, the baseline that uses no edges, so that its answers depend on none.
 *
 * <p>{@link io.linkteller.models.mlp.Mlp} is a model that a graph owner can always serve instead of
 * a graph neural network: the influence of a node on any other is zero. Serving a model on a
 * perturbed graph is only worthwhile if a {@link io.linkteller.models.gcn.Gcn} on it is more
 * accurate than this baseline; section VI of the paper chooses ε by this criterion.
 *
 * <pre>{@code
 * Mlp model = Mlp.builder().layers(3170, 256, 2).build();
 * }</pre>
 */
@NullMarked
package io.linkteller.models.mlp;

import org.jspecify.annotations.NullMarked;
