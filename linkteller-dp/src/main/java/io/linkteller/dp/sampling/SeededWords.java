package io.linkteller.dp.sampling;

import java.util.SplittableRandom;

/** Words from a seed: the same ones for the same seed. For experiments. */
final class SeededWords implements WordSource {

  private final SplittableRandom random;

  SeededWords(long seed) {
    this.random = new SplittableRandom(seed);
  }

  @Override
  public void fill(int[] words, int count) {
    for (int i = 0; i < count; i += 2) {
      long two = random.nextLong();
      words[i] = (int) (two >>> 32);
      if (i + 1 < count) {
        words[i + 1] = (int) two;
      }
    }
  }
}
