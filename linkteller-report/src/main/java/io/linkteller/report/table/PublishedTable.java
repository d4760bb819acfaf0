package io.linkteller.report.table;

import java.util.Map;
import java.util.Optional;

/** A table of published numbers for comparison with measurements. */
public interface PublishedTable {

  /**
   * Looks up a number.
   *
   * @param metric the metric
   * @param keys a value for each key column
   * @return the published number, if the table has it
   * @throws IllegalArgumentException if the keys are not those of the table
   */
  Optional<PaperValue> find(Metric metric, Map<String, String> keys);
}
