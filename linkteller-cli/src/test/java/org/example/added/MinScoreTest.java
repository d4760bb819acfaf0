package org.example.added;

import io.linkteller.attack.reading.PairScore;
import io.linkteller.testkit.contract.PairScoreContract;

/** A user's test of a score, which implements one method. */
class MinScoreTest implements PairScoreContract {

  @Override
  public PairScore score() {
    return new MinScore();
  }
}
