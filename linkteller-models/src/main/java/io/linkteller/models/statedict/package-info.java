/**
 * Imports models trained in PyTorch from their state dicts. A state dict does not determine the
 * function that a model computes: activations, residual connections and the number of propagation
 * steps are part of the code. {@link io.linkteller.models.statedict.ImportedModel#verifyAgainst}
 * therefore compares the model's logits with those of the original.
 *
 * <pre>{@code
 * GnnModel model = StateDictImport.of("appnp").setting("steps", "4")
 *     .read(StateDict.read(Path.of("appnp.npz")))
 *     .verifyAgainst(graph, features, nodes, logits);
 * }</pre>
 */
@NullMarked
package io.linkteller.models.statedict;

import org.jspecify.annotations.NullMarked;
