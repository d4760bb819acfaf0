package io.linkteller.models.network;

import io.linkteller.parallel.Workers;

/**
 * The dropout mask of a pass at one place of the network, the same in the forward and the backward
 * pass.
 *
 * @param rate p, in [0, 1)
 * @param key the key that determines the mask
 */
record DropoutMask(double rate, long key) {

  boolean dropsNothing() {
    return rate == 0;
  }

  /** Masks all numbers in place. */
  void apply(double[] numbers, Workers workers) {
    Dropout.apply(numbers, numbers.length, rate, key, workers);
  }

  /** Masks the numbers at indices {@code from} to {@code to - 1} in place. */
  void apply(double[] numbers, int from, int to) {
    Dropout.apply(numbers, from, to, rate, key);
  }
}
