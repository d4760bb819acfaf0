/**
 * Fuzzing of everything that reads files and answers: {@link io.linkteller.fuzz.ReadersFuzzTest},
 * for seconds or as long as wanted, and {@link io.linkteller.fuzz.MemoryBombsTest}.
 */
@NullMarked
package io.linkteller.fuzz;

import org.jspecify.annotations.NullMarked;
