/**
 * The operators of programs: functions of matrices with a row per node, a row per edge, or one row
 * that all rows share. Each has its passes side by side: forward, backward, and change, which says
 * which rows of the output change, and how, when some rows of an input do. A {@link
 * io.linkteller.models.program.Program} composes them.
 *
 * <table>
 * <caption>The operators of the library</caption>
 * <tr><td>{@link io.linkteller.models.operator.Linear}</td><td>H W + b</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.Propagation}</td><td>S H + b with fixed weights S of
 * edges: normalized adjacency matrices, weighted or directed ones, means</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.Attention}</td><td>the attention of GAT</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.Gather}</td><td>rows by any index, such as the
 * source of each edge</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.Scatter}</td><td>sum, mean, maximum or minimum of
 * the rows of each group, such as the edges that end in a node, or of all rows; the latter couples
 * all nodes, and changes are dense from there on</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.GroupSoftmax}</td><td>softmax over the rows of each
 * group</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.Activate}</td><td>a function of each entry, and
 * dropout</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.Combine}</td><td>a function of two values, one of
 * which may have a single row</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.Columns}</td><td>slices, permutations, repetition and
 * concatenation of columns; tensors of more dimensions have them side by side in a row. Sums of
 * columns are products with a constant</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.MatrixProduct}</td><td>products of two values that
 * depend on the features; they couple all nodes</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.BatchNormalization}</td><td>batch
 * normalization; others are programs of the operators above</td></tr>
 * </table>
 *
 * <p>Edges are given by two {@link io.linkteller.models.operator.RowGroups}, the sources and the
 * targets of all edges; a directed graph has each arc once, an undirected one both arcs. Weights of
 * edges are a constant with a row per edge, which {@link io.linkteller.models.operator.Combine}
 * multiplies with gathered rows, or the entries of the matrix of a {@link
 * io.linkteller.models.operator.Propagation}; relations are one such matrix or pair of groups each.
 *
 * <h2>Your own operator</h2>
 *
 * <ul>
 *   <li>{@link io.linkteller.models.operator.Operator#shape} checks the shapes of the inputs and
 *       returns that of the output; {@link io.linkteller.models.operator.Operator#forward} writes
 *       the output. Divide loops by {@code pass.forEachRow}, or among {@code pass.workers()}, whose
 *       {@code forRows} runs a task on ranges of rows: a task writes only to its own rows, and sums
 *       run in a fixed order, so that results do not depend on the number of threads. Sparse
 *       products are in {@link io.linkteller.matrix.CsrMatrix}, dense ones in {@link
 *       io.linkteller.matrix.DenseOperand}.
 *   <li>{@link io.linkteller.models.operator.TrainableOperator#backward} writes dL/d input for each
 *       input for which it is wanted. Parameters are inputs like any other.
 *   <li>{@link io.linkteller.models.operator.IncrementalOperator#change} adds to its output the
 *       rows that change, each with the difference. {@link
 *       io.linkteller.models.operator.RowChanges#add} returns the live difference of a row. Compute
 *       differences without cancellation where you can: attacks use changes of 10<sup>-4</sup> and
 *       less. An operator that is not affine checks {@link
 *       io.linkteller.models.operator.Changes#isDerivative} to see which of the two is wanted.
 *   <li>The operator contract of {@code linkteller-testkit} checks all of them.
 * </ul>
 *
 * <p>May change in any version before 1.0.
 */
@NullMarked
package io.linkteller.models.operator;

import org.jspecify.annotations.NullMarked;
