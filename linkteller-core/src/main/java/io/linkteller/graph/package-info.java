/**
 * Graphs and the pairs of their nodes: the adjacency matrix A of the paper.
 *
 * <p>A {@link io.linkteller.graph.Graph} is immutable. It has nodes 0 to n-1, no self-loops and, by
 * default, undirected edges without weights. An edge takes 8 bytes, and a node takes 4. Build one
 * edge by edge, or load one from a data set.
 *
 * <pre>{@code
 * Graph path = Graph.builder(4).addEdge(0, 1).addEdge(1, 2).addEdge(2, 3).build();
 * path.degree(1);           // 2
 * path.hasEdge(0, 3);       // false
 * path.density();           // 0.5: 3 edges of 6 pairs
 * }</pre>
 *
 * <p>{@link io.linkteller.graph.NodePairs} packs a pair of nodes into a {@code long} that sorts
 * lexicographically. Attacks rank n(n-1)/2 pairs, too many for one object per pair. {@link
 * io.linkteller.graph.NodeNames} keeps the identifiers that nodes have in files.
 *
 * <p>Next: {@link io.linkteller.feature}.
 */
@NullMarked
package io.linkteller.graph;

import org.jspecify.annotations.NullMarked;
