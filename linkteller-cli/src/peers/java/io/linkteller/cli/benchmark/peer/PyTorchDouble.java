package io.linkteller.cli.benchmark.peer;

import ai.djl.ndarray.types.DataType;

/** {@link PyTorch} in double precision. */
public final class PyTorchDouble extends PyTorch {

  /** For the service loader. */
  public PyTorchDouble() {
    super(DataType.FLOAT64, "PyTorch 2.1.1, double", 1e-12);
  }
}
