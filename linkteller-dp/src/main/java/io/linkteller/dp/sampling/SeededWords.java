package io.linkteller.dp.sampling;

import java.util.SplittableRandom;

/** Words from a seed: the same ones for the same seed. For experiments. */
final class SeededWords implements WordSource {

  private final SplittableRandom random;

  SeededWords(long seed) {
    this.random = new SplittableRandom(seed);
  }

  @Override
  public void fill(int[] words) {
    for (int i = 0; i < words.length; i += 2) {
      long two = random.nextLong();
      words[i] = (int) (two >>> 32);
      words[i + 1] = (int) two;
    }
  }
}
