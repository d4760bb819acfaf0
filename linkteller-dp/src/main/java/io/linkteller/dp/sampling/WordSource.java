package io.linkteller.dp.sampling;

/** A stream of independent uniform 32-bit words. */
@FunctionalInterface
interface WordSource {

  /** Fills an array of even length. */
  void fill(int[] words);
}
