/**
 * Choice of hyperparameters: grid search, and the settings of published experiments.
 *
 * <p>{@link io.linkteller.models.search.Preset} contains the settings of published experiments,
 * such as the paper's for twitch or Kipf and Welling's for Cora. {@link
 * io.linkteller.models.search.HyperparameterSearch} trains a GCN for every {@link
 * io.linkteller.models.search.Candidate} of the paper's grid and returns the best model and the
 * table of all results.
 *
 * <pre>{@code
 * HyperparameterSearch.Result found = HyperparameterSearch.builder().build().over(data);
 * found.best().model();
 * }</pre>
 */
@NullMarked
package io.linkteller.models.search;

import org.jspecify.annotations.NullMarked;
