/**
 * What every model is made of: stages of layer, activation and dropout on a fixed graph, their
 * parameters, and the rows that can change.
 *
 * <p>An architecture is a {@link io.linkteller.models.network.GnnModel}: settings and parameters,
 * immutable, on no graph yet. Its method {@code on} puts it on a graph as a {@link
 * io.linkteller.models.network.Network} of {@link io.linkteller.models.network.Stage}s. Training,
 * serving, files of weights and the attacks need no more than that.
 *
 * <p>To add one, write a {@link io.linkteller.models.network.Layer} with three methods:
 *
 * <ul>
 *   <li>{@code forward}: Z from H. Sums over neighbours are products with a {@link
 *       io.linkteller.matrix.CsrMatrix}, everything else with a {@link
 *       io.linkteller.matrix.DenseOperand}; both share rows out and give the same bits with any
 *       number of threads.
 *   <li>{@code backward}: the gradients of the layer's {@link io.linkteller.models.network.Tensor}s
 *       from dL/dZ, and dL/dH where wanted.
 *   <li>{@code changeInputRows}: for the rows of H that changed, which rows of Z can change, and by
 *       how much. For a layer that is linear in H these are the products of {@code forward}, taken
 *       for single rows; this is what makes a probe of the attack cost a neighbourhood and not a
 *       graph.
 * </ul>
 *
 * <p>Products with a weight and the row added at the end are the same in all three for nearly every
 * layer: {@link io.linkteller.models.network.LinearMap} and {@link
 * io.linkteller.models.network.Bias} have them.
 *
 * <p>An architecture whose layers follow one another keeps a {@link
 * io.linkteller.models.network.LayerPlan}, which makes the network of them; a {@link
 * io.linkteller.models.network.ModelBuilder} takes the settings that all such models share.
 *
 * <p>Activation and dropout of features are the stage's, so that a layer has neither. Layers
 * compose: GIN is a layer that sums neighbours followed by {@link
 * io.linkteller.models.network.LinearLayer}s, APPNP is linear layers followed by several that
 * propagate and add a share of the first. {@code SageLayer} in this package's tests is a whole
 * architecture in about a hundred lines, held to the same properties as the others.
 */
@NullMarked
package io.linkteller.models.network;

import org.jspecify.annotations.NullMarked;
