/**
 * Import of models trained in PyTorch from their state dicts.
 *
 * <p>A {@link io.linkteller.models.statedict.StateDict} contains arrays by name. It is read from an
 * {@code .npz} file or created from a map. {@link io.linkteller.models.statedict.StateDictImport}
 * finds the parameters of an architecture by the names that PyTorch Geometric and DGL use,
 * transposes weights that PyTorch stores transposed, and rejects unexpected arrays. A state dict
 * does not determine the function that a model computes: activations, residual connections and the
 * number of propagation steps are part of the code. {@link
 * io.linkteller.models.statedict.ImportedModel#verifyAgainst(io.linkteller.graph.Graph,
 * io.linkteller.feature.FeatureMatrix, it.unimi.dsi.fastutil.ints.IntList,
 * org.ejml.data.DMatrixRMaj) verifyAgainst} therefore compares the model with logits of the
 * original.
 *
 * <pre>{@code
 * GnnModel model = StateDictImport.of("appnp").setting("steps", "4")
 *     .read(StateDict.read(Path.of("appnp.npz")))
 *     .verifyAgainst(graph, features, nodes, logits);
 * }</pre>
 *
 * <p>An architecture from elsewhere declares its names, too: {@link
 * io.linkteller.models.architecture.Architecture#stateDicts}.
 */
@NullMarked
package io.linkteller.models.statedict;

import org.jspecify.annotations.NullMarked;
