package io.linkteller.experiment.cell;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One measured number: a tidy row. Immutable.
 *
 * @param keys what was measured, by the names of a table's columns, in their order: data set,
 *     degree, method, seed and the like; unmodifiable
 * @param metric what the number is, for example {@code precision}
 * @param value the number, finite
 */
public record Observation(Map<String, String> keys, String metric, double value) {

  /**
   * Copies the keys.
   *
   * @param keys what was measured, by the names of a table's columns, in their order: data set,
   *     degree, method, seed and the like; unmodifiable
   * @param metric what the number is, for example {@code precision}
   * @param value the number, finite
   * @throws IllegalArgumentException if {@code value} is not finite
   */
  public Observation {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(metric + " of " + keys + " is " + value);
    }
    keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
  }

  /**
   * Returns what was measured, in one respect.
   *
   * @param name the name of a column
   * @return its value here
   * @throws IllegalArgumentException if there is no such column
   */
  public String key(String name) {
    if (!keys.containsKey(name)) {
      throw new IllegalArgumentException("there is no key " + name + " among " + keys);
    }
    return keys.get(name);
  }
}
