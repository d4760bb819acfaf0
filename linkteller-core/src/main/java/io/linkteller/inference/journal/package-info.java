/**
 * Answers kept in a file, so that an interrupted attack goes on where it was.
 *
 * <p>Put a {@link io.linkteller.inference.journal.QueryJournal} around a black box that is slow or
 * costs money. An attack that was interrupted, whatever by, is run again with the same file and
 * asks only for what is not in it.
 *
 * <pre>{@code
 * try (QueryJournal journal = QueryJournal.open(file, nodes, "LinkTeller, delta = 1.0E-4")) {
 *   found = attack.run(journal.recording(api), nodes, kHat);
 * }
 * }</pre>
 */
@NullMarked
package io.linkteller.inference.journal;

import org.jspecify.annotations.NullMarked;
