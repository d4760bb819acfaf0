/**
 * Graphs in text tables. Start with {@link io.linkteller.data.csv.CsvDataset}, or with {@link
 * io.linkteller.data.csv.EdgeListReader} for edges only.
 */
@NullMarked
package io.linkteller.data.csv;

import org.jspecify.annotations.NullMarked;
