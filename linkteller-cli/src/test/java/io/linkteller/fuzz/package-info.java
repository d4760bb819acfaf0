/**
 * Fuzzing of everything that reads files and answers: {@link io.linkteller.fuzz.FuzzMain} runs for
 * as long as wanted, {@link io.linkteller.fuzz.ReadersFuzzTest} for a few seconds with fixed seeds.
 */
@NullMarked
package io.linkteller.fuzz;

import org.jspecify.annotations.NullMarked;
