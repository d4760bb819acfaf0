/**
 * Influences between nodes, and how they are measured.
 *
 * <p>{@link io.linkteller.attack.influence.InfluenceMatrix} contains the influences of nodes on
 * each other. {@link io.linkteller.attack.influence.FeatureReweighting} measures them one node at a
 * time, as in Algorithm 1 of the paper.
 */
@NullMarked
package io.linkteller.attack.influence;

import org.jspecify.annotations.NullMarked;
