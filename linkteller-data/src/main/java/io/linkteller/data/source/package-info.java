/**
 * CSV and JSON files, read with errors that name file and location; for the readers of this module.
 */
@NullMarked
package io.linkteller.data.source;

import org.jspecify.annotations.NullMarked;
