/**
 * Programs of {@linkplain io.linkteller.models.operator operators} on a fixed graph. A {@link
 * io.linkteller.models.program.ProgramBuilder} composes a program value by value: features,
 * parameters, constants and outputs of operators. A {@link io.linkteller.models.program.Program}
 * can be run:
 *
 * <ul>
 *   <li>forward, from features to logits, in double or {@linkplain
 *       io.linkteller.models.program.Precision single} precision;
 *   <li>backward, from the derivative of a loss to the gradients of parameters;
 *   <li>for changes, from an edit of some rows of the features to the rows of the logits that
 *       change. Changes of rows stay sparse until an operator couples all nodes; an operator that
 *       does not compute its changes is recomputed ({@link
 *       io.linkteller.models.program.Program#withoutChanges});
 *   <li>for derivatives with respect to a factor of one row, which are the exact influences of a
 *       white-box audit.
 * </ul>
 *
 * <pre>{@code
 * ProgramBuilder p = Program.builder(n, d);
 * RowGroups sources = RowGroups.of(edgeIndex[0], n);
 * RowGroups targets = RowGroups.of(edgeIndex[1], n);
 * Value messages = p.multiply(p.apply(new Gather(sources), p.features()), p.constant(edgeWeights));
 * Value sums = p.apply(Scatter.of(targets, Reduction.SUM), messages);
 * Program program = p.build(p.linear(sums, p.parameter(w), p.parameter(b)));
 * }</pre>
 *
 * <p>May change in any version before 1.0.
 */
@NullMarked
package io.linkteller.models.program;

import org.jspecify.annotations.NullMarked;
