package io.linkteller.architecture.broken.cli;

import io.linkteller.architecture.broken.dp.Mechanism;
import io.linkteller.architecture.broken.models.KnowsMechanism;

/** A command line, which may know every module and print. */
public record Command(KnowsMechanism model, Mechanism mechanism) {

  /** Prints. */
  public void run() {
    System.out.println(this);
  }
}
