/**
 * Compressed sparse row (CSR) matrices and the products in which models spend most of their time.
 *
 * <p>Models compute sums over neighbors and products with weights. The sums are products with a
 * {@link io.linkteller.matrix.CsrMatrix}; in the products with weights, the left matrix is a {@link
 * io.linkteller.matrix.LeftOperand}. Layers access this matrix H only through its products H W and
 * Hᵀ G, so it may be dense ({@link io.linkteller.matrix.DenseOperand}), sparse or implicit.
 *
 * <p>Two rules make results independent of the number of threads: work is divided by rows, and the
 * order of additions depends only on the shapes. The inner loops are in {@link
 * io.linkteller.matrix.DenseKernels} and {@code CsrKernels}. These work on plain arrays and neither
 * allocate nor check anything; the classes that call them do.
 *
 * <p>This package is for authors of layers and models; attacks do not need it.
 */
@NullMarked
package io.linkteller.matrix;

import org.jspecify.annotations.NullMarked;
