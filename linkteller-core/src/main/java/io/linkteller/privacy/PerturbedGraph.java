package io.linkteller.privacy;

import io.linkteller.graph.Graph;

/**
 * The output of a {@link GraphPerturber}: a graph that may be used without looking back at the
 * original, and the guarantee under which it was made.
 *
 * @param graph Ã, on the nodes of the original
 * @param guarantee what protects the original's edges
 */
public record PerturbedGraph(Graph graph, PrivacyGuarantee guarantee) {}
