package io.linkteller.eval.cell;

import java.util.List;
import java.util.function.Supplier;

/**
 * An independently computed part of an experiment.
 *
 * @param key everything on which the observations depend
 * @param work computes the observations; called by one thread at a time, possibly concurrently with
 *     other cells; returns equal observations on every call
 * @param effort the expected effort of {@code work} in any unit, positive and finite; used only to
 *     report progress
 */
public record Cell(ResultKey key, Supplier<List<Observation>> work, double effort) {

  /**
   * Checks the effort.
   *
   * @param key everything on which the observations depend
   * @param work computes the observations
   * @param effort the expected effort of {@code work} in any unit, positive and finite; used only
   *     to report progress
   * @throws IllegalArgumentException if {@code effort} is not positive and finite
   */
  public Cell {
    if (!(effort > 0 && effort < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("effort = " + effort + " is not positive and finite");
    }
  }

  /**
   * Creates a cell of effort 1.
   *
   * @param key everything on which the observations depend
   * @param work computes the observations
   */
  public Cell(ResultKey key, Supplier<List<Observation>> work) {
    this(key, work, 1);
  }
}
