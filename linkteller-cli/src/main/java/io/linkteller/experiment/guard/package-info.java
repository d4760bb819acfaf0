/**
 * Experiments on the detection rate and false positives of a {@link
 * io.linkteller.defense.QueryGuard}, with noisy attacks and simulated benign clients.
 */
@NullMarked
package io.linkteller.experiment.guard;

import org.jspecify.annotations.NullMarked;
