/**
 * The operators of programs: functions of matrices with one row per node, one row per edge, or a
 * single row that applies to all nodes or edges. Each operator implements three passes: forward,
 * backward, and change, which computes how rows of the output change when some rows of an input
 * change. A {@link io.linkteller.models.program.Program} composes operators.
 *
 * <table>
 * <caption>The operators of the library</caption>
 * <tr><td>{@link io.linkteller.models.operator.Linear}</td><td>H W + b</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.Propagation}</td><td>S H + b with fixed edge weights
 * S, such as normalized, weighted or directed adjacency matrices, and means</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.Attention}</td><td>the attention of GAT</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.Gather}</td><td>rows selected by an index, such as
 * the source of each edge</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.Scatter}</td><td>sum, mean, maximum or minimum of
 * the rows of each group, such as the edges that end in a node, or of all rows. A reduction of all
 * rows couples all nodes, so later changes are dense</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.GroupSoftmax}</td><td>softmax over the rows of each
 * group</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.Activate}</td><td>a function of each entry, and
 * dropout</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.Combine}</td><td>a function of two values, one of
 * which may have a single row</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.Columns}</td><td>slices, permutations, repetitions
 * and concatenations of columns, into which the additional dimensions of tensors are flattened. To
 * sum columns, multiply by a constant matrix</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.MatrixProduct}</td><td>products of two values that
 * depend on the features, which couple all nodes</td></tr>
 * <tr><td>{@link io.linkteller.models.operator.BatchNormalization}</td><td>batch normalization;
 * other normalizations are composed of the operators above</td></tr>
 * </table>
 *
 * <p>Edges are represented by two {@link io.linkteller.models.operator.RowGroups}, which group them
 * by source and by target. A directed graph contributes each arc once, an undirected graph both
 * directions of each edge. Edge weights are either a constant with one row per edge, which {@link
 * io.linkteller.models.operator.Combine} multiplies by gathered rows, or the entries of the matrix
 * of a {@link io.linkteller.models.operator.Propagation}. Each relation has its own matrix or pair
 * of groups.
 *
 * <h2>Your own operator</h2>
 *
 * <ul>
 *   <li>{@link io.linkteller.models.operator.Operator#shape} checks the shapes of the inputs and
 *       returns that of the output; {@link io.linkteller.models.operator.Operator#forward} writes
 *       the output. Parallelize loops with {@code pass.forEachRow}, or with {@code pass.workers()},
 *       whose {@code forRows} runs a task on ranges of rows. A task must write only to its own
 *       rows, and sums must run in a fixed order, so that results do not depend on the number of
 *       threads. For sparse products, use {@link io.linkteller.matrix.CsrMatrix}; for dense
 *       products, {@link io.linkteller.matrix.DenseOperand}.
 *   <li>{@link io.linkteller.models.operator.TrainableOperator#backward} writes dL/d input for each
 *       input that needs it. Parameters are inputs like any other.
 *   <li>{@link io.linkteller.models.operator.IncrementalOperator#change} adds the rows that change
 *       to its output, each with its difference. {@link
 *       io.linkteller.models.operator.RowChanges#add} returns the live difference of a row. Avoid
 *       cancellation in differences where possible: attacks use changes of 10<sup>-4</sup> or less.
 *       An operator that is not affine must check {@link
 *       io.linkteller.models.operator.Changes#isDerivative} to determine whether to compute changes
 *       or derivatives.
 *   <li>The operator contract of {@code linkteller-testkit} checks all three methods.
 * </ul>
 *
 * <p>May change in any version before 1.0.
 */
@NullMarked
package io.linkteller.models.operator;

import org.jspecify.annotations.NullMarked;
