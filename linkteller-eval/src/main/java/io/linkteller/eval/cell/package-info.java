/**
 * Cells of long computations, which are computed in parallel, stored on disk and never recomputed.
 *
 * <p>A {@link io.linkteller.eval.cell.Cell} is a part of a computation with a {@link
 * io.linkteller.eval.cell.ResultKey} that contains every setting and seed on which its numbers
 * depend. A {@link io.linkteller.eval.cell.CellRunner} computes the cells that are missing from a
 * {@link io.linkteller.eval.cell.CellStore}, so that a killed run can be resumed.
 *
 * <pre>{@code
 * CellRunner runner = CellRunner.keepingIn(CellStore.in(directory)).parallelism(2);
 * List<FinishedCell> finished = runner.run(cells);
 * }</pre>
 *
 * <p>May change in any version before 1.0.
 */
@NullMarked
package io.linkteller.eval.cell;

import org.jspecify.annotations.NullMarked;
