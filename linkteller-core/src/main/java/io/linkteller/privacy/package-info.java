/**
 * What protects a graph: edge-differentially private perturbation, and the guarantee it leaves
 * behind.
 *
 * <p>A {@link io.linkteller.privacy.GraphPerturber} maps a graph, at random, to a {@link
 * io.linkteller.privacy.PerturbedGraph} on the same nodes, under a {@link
 * io.linkteller.privacy.PrivacyGuarantee}: ε-edge differential privacy (Definition 1). The
 * interface is here, in core, so that an owner of a model takes any perturber without knowing
 * mechanisms; those of the paper are in the module {@code io.linkteller.dp}. {@link
 * io.linkteller.privacy.Provenance} is what the weights of a model remember of its training graph.
 *
 * <pre>{@code
 * GraphOwner alice = GraphOwner.of(graph).protectedBy(LapGraph.withEpsilon(5));
 * alice.guarantee();   // LapGraph, ε = 5, graphs that differ in one edge
 * }</pre>
 */
@NullMarked
package io.linkteller.privacy;

import org.jspecify.annotations.NullMarked;
