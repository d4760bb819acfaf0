/** Compressed sparse row (CSR) matrices, and the products that everything hot is built from. */
@NullMarked
package io.linkteller.matrix;

import org.jspecify.annotations.NullMarked;
