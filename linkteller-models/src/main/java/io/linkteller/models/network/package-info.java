/**
 * What every model is made of: stages of layer, activation and dropout on a fixed graph, their
 * parameters, and the rows that can change.
 *
 * <p>An {@link io.linkteller.models.network.Architecture} is a name, the {@linkplain
 * io.linkteller.models.network.ParameterSpec parameters} that it takes under given {@link
 * io.linkteller.models.network.Settings}, and the {@link io.linkteller.models.network.Stage}s that
 * it puts on a graph. A {@link io.linkteller.models.network.GnnModel} is an architecture with
 * settings and parameters, immutable, on no graph yet; {@link
 * io.linkteller.models.network.LayeredModel} makes one of any architecture. Its method {@code on}
 * puts it on a graph as a {@link io.linkteller.models.network.Network}. Training, serving, files of
 * weights and the attacks need no more than that.
 *
 * <p>To add one, write a {@link io.linkteller.models.network.Layer} with two methods:
 *
 * <ul>
 *   <li>{@code forward}: Z from H. Sums over neighbors are products with a {@link
 *       io.linkteller.matrix.CsrMatrix}, everything else with a {@link
 *       io.linkteller.matrix.DenseOperand}; both divide rows among threads and give the same bits
 *       with any number of them.
 *   <li>{@code backward}: the gradients of the layer's {@link io.linkteller.models.network.Tensor}s
 *       from dL/dZ, and dL/dH where wanted.
 * </ul>
 *
 * <p>A network answers from changes where its layers can follow them. A layer that implements
 * {@link io.linkteller.models.network.IncrementalLayer} says, for the rows of H that changed, which
 * rows of Z can change, and by how much. For a layer that is linear in H these are the products of
 * {@code forward}, taken for single rows; a probe of the attack then costs a neighborhood and not a
 * graph. For any other layer the difference of two full passes stands in.
 *
 * <p>Products with a weight and the row added at the end are the same for nearly every layer:
 * {@link io.linkteller.models.network.LinearMap} and {@link io.linkteller.models.network.Bias} have
 * them. An architecture whose layers follow one another reads a {@link
 * io.linkteller.models.network.LayerPlan} from its settings; a {@link
 * io.linkteller.models.network.ModelBuilder} takes the settings that all such models share.
 *
 * <p>Activation and dropout of features are the stage's, so that a layer has neither. Inside
 * composite layers {@link io.linkteller.models.layer} has them.
 */
@NullMarked
package io.linkteller.models.network;

import org.jspecify.annotations.NullMarked;
