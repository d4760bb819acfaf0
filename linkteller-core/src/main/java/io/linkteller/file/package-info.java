/**
 * Files that are written whole or not at all.
 *
 * <p>Training, attacks and reports end in files. {@link io.linkteller.file.AtomicFile} sees to it
 * that a file that is there is complete, and that a place where none can be written is found out
 * before the work and not after.
 *
 * <pre>{@code
 * AtomicFile.require(path);                 // before hours of work
 * AtomicFile.write(path, file -> ...);      // after them
 * }</pre>
 */
@NullMarked
package io.linkteller.file;

import org.jspecify.annotations.NullMarked;
