/**
 * Readers and writers of numeric arrays in NumPy's file formats, for weight files, data sets and
 * other arrays exchanged with Python. A damaged header cannot cause allocations larger than the
 * data in the file require.
 */
@NullMarked
package io.linkteller.models.numpy;

import org.jspecify.annotations.NullMarked;
