package io.linkteller.attack.direct;

import io.linkteller.attack.AttackOption;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.SplittableRandom;

/**
 * Ranks the pairs of targets at random, without any query. It is the baseline for all other
 * attacks: its expected precision is the density k among the targets, its expected recall is k̂.
 * All pairs are stored, so there may be at most 65,536 targets.
 */
public final class RandomAttack implements LinkAttack {

  /** The option by which the attack is given a seed. */
  public static final AttackOption<Long> SEED =
      AttackOption.of("seed", "the seed of random guesses", Long::valueOf);

  private final long seed;

  private RandomAttack(long seed) {
    this.seed = seed;
  }

  /** {@return a builder with the seed 42} */
  public static Builder builder() {
    return new Builder();
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder {

    private long seed = 42;

    private Builder() {}

    /**
     * Sets the seed. The same seed gives the same ranking.
     *
     * @param seed any number; default 42
     * @return this builder
     */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /** {@return an immutable attack that may be run many times} */
    public RandomAttack build() {
      return new RandomAttack(seed);
    }
  }

  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    SplittableRandom random = new SplittableRandom(seed);
    return AttackSettings.DEFAULT.run(
        "random",
        "random",
        api,
        nodes,
        kHat,
        (asked, inner) -> {
          int n = nodes.targets().size();
          PairScores.requireStorable(n, false);
          return Finding.of(PairScores.ofAll(n, (i, j) -> random.nextDouble()));
        });
  }
}
