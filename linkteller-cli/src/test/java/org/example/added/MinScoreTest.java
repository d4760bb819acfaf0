package org.example.added;

import io.linkteller.attack.reading.PairScore;
import io.linkteller.testkit.contract.PairScoreContract;

/** How a user tests a score: one method. */
class MinScoreTest implements PairScoreContract {

  @Override
  public PairScore score() {
    return new MinScore();
  }
}
