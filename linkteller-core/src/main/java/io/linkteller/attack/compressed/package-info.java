/**
 * Compressed probing: all nodes move in every query, and far fewer queries than targets determine
 * the graph among them.
 *
 * <p>{@link io.linkteller.attack.compressed.CompressedProbing} is the attack; {@code
 * docs/compressed-probing.md} has the mathematics. A {@code Measurement} ({@code SmallMoves}, or
 * {@code OddParts} if the model couples all nodes or errors hide small effects) sends queries in
 * which all nodes have equal activation patterns and turns answers into columns of Y = M R, with
 * the influences M and a known R; {@code InfluenceDecoder} decodes the sparse M; {@code MatrixRoot}
 * reads graphs from it; {@code GraphRepair} corrects them against the answers; {@code Certificate}
 * compares the predictions of a graph with held-out answers.
 *
 * <p>Not in the paper.
 *
 * <p>May change in any version before 1.0.
 */
@NullMarked
package io.linkteller.attack.compressed;

import org.jspecify.annotations.NullMarked;
