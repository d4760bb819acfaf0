/**
 * A journal of answers in a file, from which interrupted attacks are resumed.
 *
 * <p>Wrap a black box that is slow or charges per query in a {@link
 * io.linkteller.inference.journal.QueryJournal}. To resume an interrupted attack, run it again with
 * the same file: only queries whose answers are not in the file are sent.
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
