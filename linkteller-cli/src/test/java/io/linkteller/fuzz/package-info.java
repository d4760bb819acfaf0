/**
 * Fuzzing of all readers of files and answers: {@link io.linkteller.fuzz.ReadersFuzzTest}, for
 * seconds or longer, and {@link io.linkteller.fuzz.MemoryBombsTest}.
 */
@NullMarked
package io.linkteller.fuzz;

import org.jspecify.annotations.NullMarked;
