package io.linkteller.experiment.cell;

import java.util.List;
import java.util.function.Supplier;

/**
 * An independently computed part of an experiment.
 *
 * @param key everything that the observations depend on
 * @param work computes the observations; called by one thread at a time, possibly concurrently with
 *     other cells; returns equal observations on every call
 * @param effort the expected effort of {@code work}
 */
public record Cell(ResultKey key, Supplier<List<Observation>> work, Effort effort) {

  /**
   * Creates a cell of effort 1.
   *
   * @param key everything that the observations depend on
   * @param work computes the observations
   */
  public Cell(ResultKey key, Supplier<List<Observation>> work) {
    this(key, work, Effort.of(1));
  }
}
