package io.linkteller.models.train;

import java.time.Duration;
import java.util.Optional;

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
   * @param total how many there will be at most
   * @param loss the training loss before this epoch's step, with dropout
   * @param validation how the validation nodes fared after the step, without dropout
   * @param elapsed time since training began
   */
  record Epoch(
      int number, int total, double loss, Optional<Evaluation> validation, Duration elapsed) {}
}
