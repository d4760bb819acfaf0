/**
 * Reading and writing of numeric arrays in NumPy's file formats. Damaged files are rejected.
 *
 * <p>{@link io.linkteller.models.numpy.NumpyFile} reads {@code .npy} and {@code .npz}, {@link
 * io.linkteller.models.numpy.NumpyArchiveWriter} writes archives whose bytes depend only on the
 * arrays, and {@link io.linkteller.models.numpy.NumpyArray} is the type of arrays that were read. A
 * damaged header cannot cause allocations beyond the size of the data in the file.
 *
 * <p>Weight files ({@link io.linkteller.models.weights}) and data sets use this package.
 * Applications can use it to exchange other arrays with Python.
 */
@NullMarked
package io.linkteller.models.numpy;

import org.jspecify.annotations.NullMarked;
