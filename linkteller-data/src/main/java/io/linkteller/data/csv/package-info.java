/**
 * Graphs as CSV files, and lists of edges. Start with {@link io.linkteller.data.csv.CsvDataset}.
 */
@NullMarked
package io.linkteller.data.csv;

import org.jspecify.annotations.NullMarked;
