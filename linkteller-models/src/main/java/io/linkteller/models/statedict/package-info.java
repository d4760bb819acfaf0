/**
 * Models that were trained in PyTorch, by their state dicts.
 *
 * <p>A {@link io.linkteller.models.statedict.StateDict} is arrays by name, from an {@code .npz}
 * file or from any reader that can fill a map. {@link
 * io.linkteller.models.statedict.StateDictImport} finds the parameters of an architecture among
 * them by the names that PyTorch Geometric and DGL give, transposes what PyTorch keeps transposed,
 * and refuses what is left over. A state dict does not say what a model computes: activations,
 * residual connections and the number of propagation steps stand in code. {@link
 * io.linkteller.models.statedict.ImportedModel#verifyAgainst(io.linkteller.graph.Graph,
 * io.linkteller.feature.FeatureMatrix, it.unimi.dsi.fastutil.ints.IntList,
 * org.ejml.data.DMatrixRMaj) verifyAgainst} therefore compares with logits that the original gave.
 *
 * <pre>{@code
 * GnnModel<?> model = StateDictImport.of("appnp").setting("steps", "4")
 *     .read(StateDict.read(Path.of("appnp.npz")))
 *     .verifyAgainst(graph, features, nodes, logits);
 * }</pre>
 *
 * <p>Other names and other architectures: implement {@link
 * io.linkteller.models.statedict.StateDictMapping} and register it as a service.
 */
@NullMarked
package io.linkteller.models.statedict;

import org.jspecify.annotations.NullMarked;
