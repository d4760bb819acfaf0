package io.linkteller.eval.cell;

import java.util.List;

/**
 * The result of a cell.
 *
 * @param key everything on which the observations depend
 * @param observations the observations, unmodifiable
 * @param seconds the time of its computation in seconds, at least 0
 */
public record FinishedCell(ResultKey key, List<Observation> observations, double seconds) {

  /**
   * Copies the observations.
   *
   * @param key everything on which the observations depend
   * @param observations the observations, unmodifiable
   * @param seconds the time of its computation in seconds, at least 0
   * @throws IllegalArgumentException if {@code seconds} is negative or not finite
   */
  public FinishedCell {
    if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("seconds = " + seconds + " is not at least 0 and finite");
    }
    observations = List.copyOf(observations);
  }
}
