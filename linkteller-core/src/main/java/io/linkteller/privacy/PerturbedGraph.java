package io.linkteller.privacy;

import io.linkteller.graph.Graph;

/**
 * The output of a {@link GraphPerturber}: a perturbed graph, and the privacy guarantee that it
 * provides for the edges of the original. Any use of the perturbed graph alone is covered by the
 * guarantee.
 *
 * @param graph Ã, on the nodes of the original
 * @param guarantee the guarantee of the mechanism
 */
public record PerturbedGraph(Graph graph, PrivacyGuarantee guarantee) {}
