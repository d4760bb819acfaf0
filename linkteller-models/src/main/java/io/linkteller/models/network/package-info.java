/**
 * Networks on a fixed graph: the interface of layers, stages with activation and dropout, and the
 * propagation of changes of single rows.
 *
 * <p>An {@link io.linkteller.models.architecture.Architecture} defines a name, the {@linkplain
 * io.linkteller.models.parameter.ParameterSpec parameters} for given {@link
 * io.linkteller.models.architecture.Settings}, and the {@link io.linkteller.models.network.Stage}s
 * on a given graph. A {@link io.linkteller.models.architecture.GnnModel} is an architecture with
 * settings and parameters, immutable and not bound to a graph; {@link
 * io.linkteller.models.architecture.LayeredModel} creates one for any architecture. Its method
 * {@code on} creates a {@link io.linkteller.models.network.Network} for a graph. Training, serving,
 * weight files and attacks use only these types.
 *
 * <p>To add an architecture with a new kind of layer, implement the two passes of {@link
 * io.linkteller.models.network.Layer}:
 *
 * <ul>
 *   <li>{@code forward} computes Z from H. Sums over neighbors are products with a {@link
 *       io.linkteller.matrix.CsrMatrix}, all other products use a {@link
 *       io.linkteller.matrix.DenseOperand}. Both distribute rows over threads, and their results do
 *       not depend on the number of threads.
 *   <li>{@code backward} computes, from dL/dZ, the gradients of the layer's {@link
 *       io.linkteller.models.parameter.Tensor}s and, if requested, dL/dH.
 * </ul>
 *
 * <p>A network answers incremental queries by propagating changes through its layers. A layer that
 * implements {@link io.linkteller.models.network.IncrementalLayer} computes, for the rows of H that
 * changed, which rows of Z can change and by how much. For a layer that is linear in H, these are
 * the products of {@code forward} for single rows; a probe of the attack then takes time
 * proportional to a neighborhood, not to the graph. For all other layers the network takes the
 * difference of two full passes.
 *
 * <p>{@link io.linkteller.models.layer.LinearMap} and {@link io.linkteller.models.layer.Bias}
 * implement the product with a weight and the bias, which nearly every layer needs. An architecture
 * whose layers form a sequence reads a {@link io.linkteller.models.architecture.LayerPlan} from its
 * settings, and its builder extends {@link io.linkteller.models.architecture.ModelBuilder}.
 *
 * <p>Stages apply activations and the dropout of features, so layers contain neither. The exception
 * are composite layers, see {@link io.linkteller.models.layer}.
 */
@NullMarked
package io.linkteller.models.network;

import org.jspecify.annotations.NullMarked;
