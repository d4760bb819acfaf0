package io.linkteller.models.train;

import java.time.Duration;

/** Is told how training goes. */
@FunctionalInterface
public interface EpochListener {

  /** Says nothing to nobody. */
  EpochListener SILENT = epoch -> {};

  /**
   * Called after each epoch, from the training thread.
   *
   * @param epoch what the epoch brought
   */
  void onEpoch(Epoch epoch);

  /**
   * One pass over the training nodes.
   *
   * @param number which epoch, counted from 1
   * @param total how many there will be
   * @param loss the training loss before this epoch's step, with dropout
   * @param elapsed time since training began
   */
  record Epoch(int number, int total, double loss, Duration elapsed) {}
}
