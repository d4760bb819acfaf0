/**
 * Reads CSV and JSON files, with errors that give file and location, for the readers of this
 * module.
 */
@NullMarked
package io.linkteller.data.source;

import org.jspecify.annotations.NullMarked;
