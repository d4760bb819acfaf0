/**
 * Choice of hyperparameters: {@link io.linkteller.models.search.Preset} contains the settings of
 * published experiments, such as the paper's for twitch or Kipf and Welling's for Cora.
 */
@NullMarked
package io.linkteller.models.search;

import org.jspecify.annotations.NullMarked;
