/**
 * Writes files that survive crashes and power failures and that only their owner can read, and
 * reads untrusted files within a {@linkplain io.linkteller.file.ReadingBudget memory budget}.
 *
 * <p>{@link io.linkteller.file.AtomicFile} writes the results of training, attacks and reports so
 * that an existing file is always complete, and detects paths that cannot be written before a long
 * computation instead of after it. {@link io.linkteller.file.RandomAccess} is an open file whose
 * writes are made durable one by one.
 *
 * <pre>{@code
 * AtomicFile.require(path);                 // before the computation
 * AtomicFile.write(path, file -> ...);      // after it
 * }</pre>
 */
@NullMarked
package io.linkteller.file;

import org.jspecify.annotations.NullMarked;
