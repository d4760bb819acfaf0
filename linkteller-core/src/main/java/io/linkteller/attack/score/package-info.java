/**
 * Influences between nodes, and scores of pairs of targets computed from them.
 *
 * <p>{@link io.linkteller.attack.score.InfluenceMatrix} holds the measured influences; a {@link
 * io.linkteller.attack.score.PairScore} computes {@link io.linkteller.attack.score.PairScores} from
 * them. {@link io.linkteller.attack.score.PairRanks} and {@link
 * io.linkteller.attack.score.RocAucCounter} evaluate how the true edges rank among all pairs.
 */
@NullMarked
package io.linkteller.attack.score;

import org.jspecify.annotations.NullMarked;
