package io.linkteller.attack;

/**
 * A pair of targets and its score.
 *
 * @param u the id of the target that comes first in V^(C)
 * @param v the id of the other target
 * @param score the pair's score; comparable only with other scores from the same attack
 */
public record ScoredPair(int u, int v, double score) {}
