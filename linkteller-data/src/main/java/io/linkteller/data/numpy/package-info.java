/** Graphs in arrays of NumPy, in the layout of PyTorch Geometric, and matrices of SciPy. */
@NullMarked
package io.linkteller.data.numpy;

import org.jspecify.annotations.NullMarked;
