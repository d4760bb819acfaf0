package io.linkteller.attack;

/**
 * Two targets and how strongly an attack believes in an edge between them.
 *
 * @param u the id of the target that comes first in V^(C)
 * @param v the id of the other
 * @param score the pair's score; only its order among the scores of one attack means anything
 */
public record ScoredPair(int u, int v, double score) {}
