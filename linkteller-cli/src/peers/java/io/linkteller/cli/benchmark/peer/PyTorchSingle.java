package io.linkteller.cli.benchmark.peer;

import ai.djl.ndarray.types.DataType;

/** {@link PyTorch} in single precision, its default. */
public final class PyTorchSingle extends PyTorch {

  /** For the service loader. */
  public PyTorchSingle() {
    super(DataType.FLOAT32, "PyTorch 2.1.1, single", 1e-4);
  }
}
