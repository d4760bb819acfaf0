/**
 * Work shared out over rows so that the result does not depend on the number of threads.
 *
 * <p>{@link io.linkteller.parallel.Workers} is a number of threads with one method that matters:
 * run a task over all rows, in blocks. A task writes only to the rows it was given. Everything in
 * the library that takes a number of threads hands it on as one of these.
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
