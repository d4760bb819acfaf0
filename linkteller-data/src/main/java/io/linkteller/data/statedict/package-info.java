/**
 * Parameters of models trained elsewhere, by name, called a state dict in PyTorch. {@link
 * io.linkteller.data.statedict.StateDictFile} reads them from files of {@code torch.save},
 * safetensors and NumPy.
 *
 * <pre>{@code
 * GnnModel model =
 *     StateDictImport.of("gcn").read(StateDictFile.read(Path.of("gcn.pt"))).verifyAgainst(...);
 * }</pre>
 */
@NullMarked
package io.linkteller.data.statedict;

import org.jspecify.annotations.NullMarked;
