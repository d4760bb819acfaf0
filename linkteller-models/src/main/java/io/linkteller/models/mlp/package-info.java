/**
 * Multilayer perceptrons, the baseline that uses no edges, so that its answers depend on none.
 * Serving a model on a perturbed graph is only worthwhile if a {@link io.linkteller.models.gcn.Gcn}
 * on it is more accurate than this baseline; section VI of the paper chooses ε by this criterion.
 */
@NullMarked
package io.linkteller.models.mlp;

import org.jspecify.annotations.NullMarked;
