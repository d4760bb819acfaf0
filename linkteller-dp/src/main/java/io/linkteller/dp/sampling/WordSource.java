package io.linkteller.dp.sampling;

/** A stream of independent uniform 32-bit words. */
@FunctionalInterface
interface WordSource {

  /** Fills the first {@code count} words. */
  void fill(int[] words, int count);
}
