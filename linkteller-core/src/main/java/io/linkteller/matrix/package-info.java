/**
 * Compressed sparse row (CSR) matrices, and the products that everything hot is built from.
 *
 * <p>Models are sums over neighbours and products with weights. The first are products with a
 * {@link io.linkteller.matrix.CsrMatrix}; the second take a {@link
 * io.linkteller.matrix.LeftOperand}, a matrix H known only by its products H W and Hᵀ G, which may
 * be dense ({@link io.linkteller.matrix.DenseOperand}), sparse, or never written out.
 *
 * <p>Two rules make results independent of the number of threads: work is shared out by rows, and
 * every number is summed up in an order that depends on the shapes alone. The loops themselves are
 * in {@link io.linkteller.matrix.DenseKernels} and {@code CsrKernels}, on plain arrays; they
 * allocate nothing and check nothing, which the classes above them do.
 *
 * <p>Of interest to who adds a layer or a model; an attack needs nothing from here.
 */
@NullMarked
package io.linkteller.matrix;

import org.jspecify.annotations.NullMarked;
