/**
 * Models in TorchScript files as black boxes, run by PyTorch: {@link
 * io.linkteller.torch.TorchModel}.
 */
module io.linkteller.torch {
  requires static org.jspecify;
  requires transitive io.linkteller.core;
  requires ai.djl.api;

  exports io.linkteller.torch;
}
