/** Graphs in NumPy arrays, in the layout of PyTorch Geometric, and in SciPy matrices. */
@NullMarked
package io.linkteller.data.numpy;

import org.jspecify.annotations.NullMarked;
