/**
 * Layers from which architectures are composed: linear layers, normalizations, activations and
 * composite layers.
 *
 * <p>{@link io.linkteller.models.layer.Sequence} applies layers one after the other, {@link
 * io.linkteller.models.layer.Residual} adds the input to the output of a layer, {@link
 * io.linkteller.models.layer.JumpingKnowledge} combines the outputs of all layers of a stack.
 * {@link io.linkteller.models.layer.BatchNormalization} and {@link
 * io.linkteller.models.layer.LayerNormalization} normalize columns and rows. All of them are
 * incremental, and any {@link io.linkteller.models.network.Layer} can be a part of a composite
 * layer.
 *
 * <pre>{@code
 * new Residual(new Sequence(
 *     convolution, new BatchNormalization(...), new ActivationLayer(Activation.RELU, 64, 0.5)))
 * }</pre>
 */
@NullMarked
package io.linkteller.models.layer;

import org.jspecify.annotations.NullMarked;
