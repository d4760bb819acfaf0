/**
 * Compressed probing: every query moves the features of all nodes, so far fewer queries than
 * targets determine the graph among the targets.
 *
 * <p>{@link io.linkteller.attack.compressed.CompressedProbing} is the attack; {@code
 * docs/compressed-probing.md} explains the mathematics. A {@code Measurement} sends queries in
 * which all nodes have equal activation patterns, and turns the answers into columns of Y = M R,
 * where M contains the influences and R is known. Its implementation is {@code SmallMoves}, or
 * {@code OddParts} if the model couples all nodes or errors hide small effects. {@code
 * InfluenceDecoder} decodes the sparse M, {@code MatrixRoot} derives graphs from M, {@code
 * GraphRepair} corrects them against the answers, and {@code Certificate} compares the predictions
 * of a graph with held-out answers.
 *
 * <p>This attack is not in the paper.
 *
 * <p>May change in any version before 1.0.
 */
@NullMarked
package io.linkteller.attack.compressed;

import org.jspecify.annotations.NullMarked;
