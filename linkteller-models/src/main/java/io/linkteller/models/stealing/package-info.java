/**
 * Learned link-stealing attacks: an attacker who knows other graphs, a part of the edges or the
 * features trains a classifier of pairs.
 *
 * <p>{@link io.linkteller.models.stealing.LinkStealing} is the attack. It is here and not in core,
 * because it trains perceptrons. {@link io.linkteller.models.stealing.FeatureLinkPredictor}
 * predicts links from features alone.
 */
@NullMarked
package io.linkteller.models.stealing;

import org.jspecify.annotations.NullMarked;
