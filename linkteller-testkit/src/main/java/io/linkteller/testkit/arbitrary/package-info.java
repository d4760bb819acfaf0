/**
 * Arbitrary graphs, neighboring graphs, features, models and mechanisms for jqwik properties.
 *
 * <p>With this module on the path, a parameter of one of these types needs only {@code ForAll}.
 * {@link io.linkteller.testkit.arbitrary.NodeCount} and {@link
 * io.linkteller.testkit.arbitrary.FeatureCount} limit the sizes:
 *
 * <pre>{@code
 * @Property
 * void aPerturbedGraphHasTheSameNodes(
 *     @ForAll @NodeCount(max = 8) Graph graph, @ForAll GraphPerturber perturber) {
 *   assertEquals(graph.nodeCount(), perturber.perturb(graph).graph().nodeCount());
 * }
 * }</pre>
 *
 * <p>{@link io.linkteller.testkit.arbitrary.LinkTellerDomain} provides the same values as a domain.
 * The factories {@link io.linkteller.testkit.arbitrary.GraphArbitraries}, {@link
 * io.linkteller.testkit.arbitrary.FeatureArbitraries}, {@link
 * io.linkteller.testkit.arbitrary.ModelArbitraries} and {@link
 * io.linkteller.testkit.arbitrary.MechanismArbitraries} are for your own providers.
 */
@NullMarked
package io.linkteller.testkit.arbitrary;

import org.jspecify.annotations.NullMarked;
