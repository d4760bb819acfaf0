/**
 * Interfaces and values for edge-differentially private perturbation of graphs.
 *
 * <p>A {@link io.linkteller.privacy.GraphPerturber} randomly maps a graph to a {@link
 * io.linkteller.privacy.PerturbedGraph} on the same nodes, with a {@link
 * io.linkteller.privacy.PrivacyGuarantee}: ε-edge differential privacy (Definition 1). The
 * interface is part of the core module, so code that serves models does not depend on particular
 * mechanisms. The mechanisms of the paper are in the module {@code io.linkteller.dp}. A {@link
 * io.linkteller.privacy.Provenance} records on which graph the weights of a model were trained.
 *
 * <pre>{@code
 * GraphOwner alice = GraphOwner.of(graph).protectedBy(LapGraph.withEpsilon(5));
 * alice.guarantee();   // LapGraph, ε = 5, graphs that differ in one edge
 * }</pre>
 */
@NullMarked
package io.linkteller.privacy;

import org.jspecify.annotations.NullMarked;
