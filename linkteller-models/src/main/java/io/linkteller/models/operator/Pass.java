package io.linkteller.models.operator;

import io.linkteller.parallel.Workers;
import java.util.function.IntConsumer;

/**
 * The executor and the dropout masks of a forward pass and of the backward pass that may follow it.
 * Immutable.
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
   * @param workers the executor
   * @return the pass
   */
  public static Pass predicting(Workers workers) {
    return new Pass(workers, false, 0);
  }

  /**
   * Returns a pass with dropout.
   *
   * @param workers the executor
   * @param seed the seed of the training run
   * @param epoch the epoch; each epoch has its own masks
   * @return the pass
   */
  public static Pass training(Workers workers, long seed, int epoch) {
    return new Pass(workers, true, Dropout.subkey(Dropout.subkey(seed, 0), epoch));
  }

  /**
   * Returns a pass with separate masks for one part of a network or composite layer.
   *
   * @param layer the index of the part, counted from 0
   * @return the pass
   */
  public Pass ofLayer(int layer) {
    return new Pass(workers, training, Dropout.subkey(key, layer));
  }

  /** {@return the executor} */
  public Workers workers() {
    return workers;
  }

  /**
   * Runs a task for each row, in parallel.
   *
   * @param rows the number of rows
   * @param task receives the index of a row and writes only to that row
   */
  public void forEachRow(int rows, IntConsumer task) {
    workers.forRows(
        rows,
        RowVectors.BLOCK_ROWS,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            task.accept(row);
          }
        });
  }

  /** {@return whether dropout applies} */
  public boolean isTraining() {
    return training;
  }

  /**
   * Returns the key of a mask, the same in the forward and the backward pass.
   *
   * @param place identifies the mask within the layer; at least -1
   * @return a key for {@link Dropout#apply}
   */
  public long dropoutKey(int place) {
    return Dropout.subkey(key, place + 1);
  }
}
