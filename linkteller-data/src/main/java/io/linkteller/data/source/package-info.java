/**
 * Files in CSV and JSON, read with errors that name file and place; for the readers of this module.
 */
@NullMarked
package io.linkteller.data.source;

import org.jspecify.annotations.NullMarked;
