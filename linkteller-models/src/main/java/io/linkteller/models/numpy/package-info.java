/**
 * Readers and writers of numeric arrays in NumPy's file formats, for weight files, data sets and
 * other arrays exchanged with Python. A damaged header cannot cause larger allocations than the
 * data in the file justify.
 */
@NullMarked
package io.linkteller.models.numpy;

import org.jspecify.annotations.NullMarked;
