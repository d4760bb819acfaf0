package org.example.mechanism;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.testkit.contract.GraphMechanismContract;

/** The proof of docs/extend.md. */
final class KeepOrFlipTest implements GraphMechanismContract {

  @Override
  public GraphMechanism mechanism() {
    return new KeepOrFlip();
  }
}
