/**
 * Reading and writing of numeric arrays in NumPy's file formats, for weight files, data sets, and
 * other arrays exchanged with Python. A damaged header cannot cause allocations beyond the size of
 * the data in the file.
 */
@NullMarked
package io.linkteller.models.numpy;

import org.jspecify.annotations.NullMarked;
