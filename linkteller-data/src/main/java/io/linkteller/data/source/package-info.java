/**
 * Readers of text tables, JSON, pickles and arrays, on which the readers of data sets in this
 * module are based. Error messages give the file and the location.
 */
@NullMarked
package io.linkteller.data.source;

import org.jspecify.annotations.NullMarked;
