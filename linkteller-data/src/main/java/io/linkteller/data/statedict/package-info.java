/**
 * The named parameters of models trained elsewhere, which PyTorch calls a state dict. {@link
 * io.linkteller.data.statedict.StateDictFile} reads them from {@code torch.save}, safetensors and
 * NumPy files.
 *
 * <pre>{@code
 * GnnModel model =
 *     StateDictImport.of("gcn").read(StateDictFile.read(Path.of("gcn.pt"))).verifyAgainst(...);
 * }</pre>
 */
@NullMarked
package io.linkteller.data.statedict;

import org.jspecify.annotations.NullMarked;
