/**
 * Influences between nodes, and how they become scores of pairs of targets.
 *
 * <p>{@link io.linkteller.attack.score.InfluenceMatrix} holds what was measured; a {@link
 * io.linkteller.attack.score.PairScore} makes {@link io.linkteller.attack.score.PairScores} of it.
 * {@link io.linkteller.attack.score.PairRanks} and {@link io.linkteller.attack.score.RocAucCounter}
 * say how well known edges rank among all pairs.
 */
@NullMarked
package io.linkteller.attack.score;

import org.jspecify.annotations.NullMarked;
