package io.linkteller.models.network;

import io.linkteller.parallel.Workers;

/**
 * One forward pass and the backward pass that may follow it: who shares the work, and which dropout
 * masks apply. Immutable.
 */
public final class Pass {

  private final Workers workers;
  private final boolean training;
  private final long key;

  private Pass(Workers workers, boolean training, long key) {
    this.workers = workers;
    this.training = training;
    this.key = key;
  }

  /**
   * Returns a pass without dropout.
   *
   * @param workers who shares the work
   * @return the pass
   */
  public static Pass predicting(Workers workers) {
    return new Pass(workers, false, 0);
  }

  /**
   * Returns a pass with dropout.
   *
   * @param workers who shares the work
   * @param seed the seed of the training run
   * @param epoch which epoch: each has masks of its own
   * @return the pass
   */
  public static Pass training(Workers workers, long seed, int epoch) {
    return new Pass(workers, true, Dropout.subkey(Dropout.subkey(seed, 0), epoch));
  }

  /**
   * Returns the same pass as one part of a network or of a composite layer sees it: with masks of
   * its own.
   *
   * @param layer which part, from 0 on
   * @return the pass
   */
  public Pass ofLayer(int layer) {
    return new Pass(workers, training, Dropout.subkey(key, layer));
  }

  /**
   * Returns who shares the work.
   *
   * @return the workers
   */
  public Workers workers() {
    return workers;
  }

  /**
   * Tells whether dropout applies.
   *
   * @return true in training
   */
  public boolean isTraining() {
    return training;
  }

  /**
   * Returns the key of a mask: the same in the backward pass as in the forward pass.
   *
   * @param place what is masked, a number of the layer's choice from 0 on
   * @return a key for {@link Dropout#apply}
   */
  public long dropoutKey(int place) {
    return Dropout.subkey(key, place + 1);
  }
}
