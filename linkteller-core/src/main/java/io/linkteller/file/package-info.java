/**
 * Atomic writing of files.
 *
 * <p>{@link io.linkteller.file.AtomicFile} writes the results of training, attacks and reports such
 * that an existing file is always complete, and detects paths that cannot be written before a long
 * computation instead of after it.
 *
 * <pre>{@code
 * AtomicFile.require(path);                 // before the computation
 * AtomicFile.write(path, file -> ...);      // after it
 * }</pre>
 */
@NullMarked
package io.linkteller.file;

import org.jspecify.annotations.NullMarked;
