/**
 * Choosing a model and how to train it: a search over a grid, and the settings of published
 * experiments.
 *
 * <p>{@link io.linkteller.models.search.Preset} names settings after their experiments, such as the
 * paper's for twitch or Kipf and Welling's for Cora. {@link
 * io.linkteller.models.search.HyperparameterSearch} trains a GCN for every {@link
 * io.linkteller.models.search.Candidate} of the paper's grid and returns the whole table, not the
 * winner alone.
 *
 * <pre>{@code
 * HyperparameterSearch.Result found = HyperparameterSearch.builder().build().over(data);
 * found.best().model();
 * }</pre>
 */
@NullMarked
package io.linkteller.models.search;

import org.jspecify.annotations.NullMarked;
