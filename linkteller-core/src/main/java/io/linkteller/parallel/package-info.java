/**
 * Parallel computation over rows, with results that do not depend on the number of threads.
 *
 * <p>{@link io.linkteller.parallel.Workers} is an executor that runs a task over all rows, in
 * blocks. A task writes only to the rows that it is given.
 *
 * <pre>{@code
 * Workers.all().forRows(n, 64, (from, to) -> {
 *   for (int row = from; row < to; row++) {
 *     out[row] = f(row);
 *   }
 * });
 * }</pre>
 */
@NullMarked
package io.linkteller.parallel;

import org.jspecify.annotations.NullMarked;
