/** Compressed sparse row (CSR) matrices and the kernels that everything hot is built from. */
@NullMarked
package io.linkteller.sparse;

import org.jspecify.annotations.NullMarked;
