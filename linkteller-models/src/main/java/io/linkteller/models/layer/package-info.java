/**
 * Layers that architectures are composed of: normalizations, activations inside a layer, and layers
 * made of layers.
 *
 * <p>{@link io.linkteller.models.layer.Sequence} puts layers one after the other, {@link
 * io.linkteller.models.layer.Residual} adds the input to the output of a layer, {@link
 * io.linkteller.models.layer.JumpingKnowledge} joins the outputs of all layers of a stack. {@link
 * io.linkteller.models.layer.BatchNormalization} and {@link
 * io.linkteller.models.layer.LayerNormalization} normalize columns and rows. All of them follow
 * changes of rows, and any {@link io.linkteller.models.network.Layer} can be a part.
 *
 * <pre>{@code
 * new Residual(new Sequence(
 *     convolution, new BatchNormalization(...), new ActivationLayer(Activation.RELU, 64, 0.5)))
 * }</pre>
 */
@NullMarked
package io.linkteller.models.layer;

import org.jspecify.annotations.NullMarked;
