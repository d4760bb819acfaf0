package org.example.mechanism;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.testkit.contract.GraphMechanismContract;

/** Proves the guarantee of {@link KeepOrFlip}, as docs/extend.md describes. */
final class KeepOrFlipTest implements GraphMechanismContract {

  @Override
  public GraphMechanism mechanism() {
    return new KeepOrFlip();
  }
}
