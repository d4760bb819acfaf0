package io.linkteller.eval.cell;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A measured number with its keys, as a row in tidy format. Immutable.
 *
 * @param keys the values of the key columns by column name, in the order of the columns, such as
 *     data set, degree, method and seed; unmodifiable
 * @param metric the name of the number, for example {@code precision}
 * @param value the number, finite
 */
public record Observation(Map<String, String> keys, String metric, double value) {

  /**
   * Copies the keys.
   *
   * @param keys the values of the key columns by column name, in the order of the columns, such as
   *     data set, degree, method and seed; unmodifiable
   * @param metric the name of the number, for example {@code precision}
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
   * Returns the value of a key.
   *
   * @param name the name of a column
   * @return its value
   * @throws IllegalArgumentException if there is no such column
   */
  public String key(String name) {
    if (!keys.containsKey(name)) {
      throw new IllegalArgumentException("there is no key " + name + " among " + keys);
    }
    return keys.get(name);
  }
}
