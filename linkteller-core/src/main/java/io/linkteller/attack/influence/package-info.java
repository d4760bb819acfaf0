/**
 * Influences between nodes, and how they are measured.
 *
 * <p>{@link io.linkteller.attack.influence.InfluenceMatrix} holds the influences of nodes on each
 * other. {@link io.linkteller.attack.influence.FeatureReweighting} measures them as Algorithm 1 of
 * the paper does, one node at a time.
 */
@NullMarked
package io.linkteller.attack.influence;

import org.jspecify.annotations.NullMarked;
