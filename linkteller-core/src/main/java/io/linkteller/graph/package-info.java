/**
 * Simple undirected graphs and the pairs of their nodes: the adjacency matrix A of the paper.
 *
 * <p>{@link io.linkteller.graph.Graph} is a value: nodes 0 to n-1, edges without direction, no
 * self-loops, immutable, 8 bytes an edge and 4 a node. Build one edge by edge, or take one from a
 * data set.
 *
 * <pre>{@code
 * Graph path = Graph.builder(4).addEdge(0, 1).addEdge(1, 2).addEdge(2, 3).build();
 * path.degree(1);           // 2
 * path.hasEdge(0, 3);       // false
 * path.density();           // 0.5: 3 edges of 6 pairs
 * }</pre>
 *
 * <p>{@link io.linkteller.graph.NodePairs} packs a pair of nodes into a {@code long} that sorts as
 * the pairs do. Attacks rank n(n-1)/2 of them, so a pair must not be an object.
 *
 * <p>Next: {@link io.linkteller.feature}.
 */
@NullMarked
package io.linkteller.graph;

import org.jspecify.annotations.NullMarked;
