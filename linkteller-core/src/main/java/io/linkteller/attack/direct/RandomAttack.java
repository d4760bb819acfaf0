package io.linkteller.attack.direct;

import io.linkteller.attack.AttackOption;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.PairScores;
import java.util.SplittableRandom;

/**
 * Ranks the pairs of targets at random, without any query. It is the baseline for all other
 * attacks: its expected precision is the density k among the targets, and its expected recall is
 * k̂. All pairs are stored, so there may be at most 65,536 targets.
 */
public final class RandomAttack {

  /** The option for the seed of an attack that makes random draws. */
  public static final AttackOption<Long> SEED =
      AttackOption.of("seed", "the seed of random guesses", Long::valueOf);

  private RandomAttack() {}

  /**
   * Returns the attack.
   *
   * @param seed any number; the same seed yields the same ranking
   * @return the attack
   */
  public static LinkAttack of(long seed) {
    LinkAttack attack =
        session -> {
          PairScores.requireStorable(session.targetCount(), false);
          SplittableRandom random = new SplittableRandom(seed);
          return Finding.of(PairScores.ofAll(session.targetCount(), (i, j) -> random.nextDouble()));
        };
    return attack.named("random", "random", AttackSettings.DEFAULT);
  }
}
