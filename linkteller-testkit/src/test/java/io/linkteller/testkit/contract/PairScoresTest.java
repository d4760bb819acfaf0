package io.linkteller.testkit.contract;

import io.linkteller.attack.reading.PairScore;
import net.jqwik.api.Group;

/** The scores of the library keep the contract. */
@SuppressWarnings("ClassCanBeStatic") // Groups of jqwik are inner classes.
class PairScoresTest {

  @Group
  class Paper implements PairScoreContract {
    @Override
    public PairScore score() {
      return PairScore.PAPER;
    }
  }

  @Group
  class Max implements PairScoreContract {
    @Override
    public PairScore score() {
      return PairScore.MAX;
    }
  }

  @Group
  class SelfNormalized implements PairScoreContract {
    @Override
    public PairScore score() {
      return PairScore.SELF_NORMALIZED;
    }
  }

  @Group
  class ReachWeighted implements PairScoreContract {
    @Override
    public PairScore score() {
      return PairScore.REACH_WEIGHTED;
    }
  }
}
