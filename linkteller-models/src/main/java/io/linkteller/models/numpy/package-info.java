/**
 * Arrays of numbers in NumPy's files, with every way in which a file can be damaged refused.
 *
 * <p>{@link io.linkteller.models.numpy.NumpyFile} reads {@code .npy} and {@code .npz}, {@link
 * io.linkteller.models.numpy.NumpyArchiveWriter} writes archives whose bytes are a function of the
 * arrays alone, {@link io.linkteller.models.numpy.NumpyArray} is what is read. Whatever a damaged
 * header claims, no more memory is taken than the file can account for.
 *
 * <p>Weights ({@link io.linkteller.models.weights}) and data sets are built on it; of interest on
 * its own to who exchanges other arrays with Python.
 */
@NullMarked
package io.linkteller.models.numpy;

import org.jspecify.annotations.NullMarked;
