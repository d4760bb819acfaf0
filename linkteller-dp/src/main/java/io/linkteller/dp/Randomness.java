package io.linkteller.dp;

import java.util.OptionalLong;
import java.util.SplittableRandom;

/** Where a perturber's random bits come from: a secure source, or a seed. */
final class Randomness {

  private static final Randomness SECURE = new Randomness(OptionalLong.empty());

  private final OptionalLong seed;

  private Randomness(OptionalLong seed) {
    this.seed = seed;
  }

  static Randomness secure() {
    return SECURE;
  }

  static Randomness seeded(long seed) {
    return new Randomness(OptionalLong.of(seed));
  }

  /** Fresh bits; from a seed, the same ones each time. */
  Chance start() {
    return new BitChance(
        seed.isPresent() ? seededWords(seed.getAsLong()) : AesWords.freshlyKeyed());
  }

  private static WordSource seededWords(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return (words, count) -> {
      for (int i = 0; i < count; i += 2) {
        long two = random.nextLong();
        words[i] = (int) (two >>> 32);
        if (i + 1 < count) {
          words[i + 1] = (int) two;
        }
      }
    };
  }

  boolean isSeeded() {
    return seed.isPresent();
  }

  /** Adds to a mechanism's name what a reader of its guarantee must know. */
  String describe(String mechanism) {
    return seed.isPresent() ? mechanism + " (seeded: for experiments only)" : mechanism;
  }
}
