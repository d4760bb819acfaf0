package io.linkteller.models.network;

import io.linkteller.parallel.Workers;

/**
 * Which numbers a pass drops, at one place of the network: the same in the backward pass as in the
 * forward pass.
 *
 * @param rate p, in [0, 1)
 * @param key which mask of that rate
 */
record DropoutMask(double rate, long key) {

  boolean dropsNothing() {
    return rate == 0;
  }

  /** Masks all numbers, in place. */
  void apply(double[] numbers, Workers workers) {
    Dropout.apply(numbers, numbers.length, rate, key, workers);
  }

  /** Masks the numbers at {@code from} to {@code to - 1}, in place. */
  void apply(double[] numbers, int from, int to) {
    Dropout.apply(numbers, from, to, rate, key);
  }
}
