/**
 * What a {@link io.linkteller.defense.QueryGuard} stops, and whom it stops wrongly: attacks that
 * hide in noise, and simulated benign clients.
 */
@NullMarked
package io.linkteller.experiment.guard;

import org.jspecify.annotations.NullMarked;
