/**
 * Parameters of models trained elsewhere, by name: what PyTorch calls a state dict. {@link
 * io.linkteller.data.statedict.StateDict} reads them from files of {@code torch.save}, of
 * safetensors and of NumPy.
 *
 * <pre>{@code
 * Map<String, NumpyArray> arrays = StateDict.read(Path.of("gcn.pt"));
 * }</pre>
 */
@NullMarked
package io.linkteller.data.statedict;

import org.jspecify.annotations.NullMarked;
