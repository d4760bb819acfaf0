package io.linkteller.testkit.contract;

import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.PairScore;

/** Pair scores with one defect each. */
final class BrokenScores {

  private BrokenScores() {}

  /** Computes a score from the two influences of a pair. */
  private interface Formula {
    double score(InfluenceMatrix influences, int i, int j, int parallelism);
  }

  private record Scored(String name, Formula formula) implements PairScore {
    @Override
    public PairScores score(InfluenceMatrix influences, int parallelism) {
      return PairScores.ofAll(
          influences.targetCount(), (i, j) -> formula.score(influences, i, j, parallelism));
    }
  }

  /** Yields 0/0 if nothing influences anything, which {@link PairScores} refuses. */
  static class DividesByZero implements PairScoreContract {
    @Override
    public PairScore score() {
      return new Scored(
          "ratio",
          (influences, i, j, threads) ->
              influences.influence(i, j)
                  / (influences.influence(i, i) + influences.influence(j, j)));
    }
  }

  static class DependsOnThreads implements PairScoreContract {
    @Override
    public PairScore score() {
      return new Scored(
          "threads",
          (influences, i, j, threads) -> influences.influence(i, j) * (1 + 1e-15 * threads));
    }
  }

  /** Adds an absolute threshold. */
  static class HasAnAbsoluteThreshold implements PairScoreContract {
    @Override
    public PairScore score() {
      return new Scored(
          "threshold",
          (influences, i, j, threads) -> Math.max(0, influences.influence(j, i) - 0.1));
    }
  }

  static class MiscountsQueries implements PairScoreContract {
    @Override
    public PairScore score() {
      return new PairScore() {
        @Override
        public String name() {
          return "miscounted";
        }

        @Override
        public int queryCount(io.linkteller.inference.InferenceNodes nodes) {
          return nodes.targets().size();
        }

        @Override
        public PairScores score(InfluenceMatrix influences, int parallelism) {
          return PairScore.PAPER.score(influences, parallelism);
        }
      };
    }
  }
}
