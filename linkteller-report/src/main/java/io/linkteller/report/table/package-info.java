/** Tables of measurements: metrics, rows with key columns, and layouts of the rows. */
@NullMarked
package io.linkteller.report.table;

import org.jspecify.annotations.NullMarked;
