/**
 * Scores of pairs of targets, computed from the influences between nodes.
 *
 * <p>{@link io.linkteller.attack.influence.InfluenceMatrix} contains the measured influences, and a
 * {@link io.linkteller.attack.reading.PairScore} computes {@link io.linkteller.attack.PairScores}
 * from them.
 */
@NullMarked
package io.linkteller.attack.reading;

import org.jspecify.annotations.NullMarked;
