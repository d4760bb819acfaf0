/**
 * Cells of an experiment, which are computed in parallel, stored on disk and never recomputed.
 *
 * <p>A {@link io.linkteller.experiment.cell.Cell} is a part of an experiment with a {@link
 * io.linkteller.experiment.cell.ResultKey} that contains every setting and seed on which its
 * numbers depend. A {@link io.linkteller.experiment.cell.CellRunner} computes those that are
 * missing from a {@link io.linkteller.experiment.cell.CellStore}, so that a killed run can be
 * resumed. {@link io.linkteller.experiment.cell.Observations} summarizes the results in tables,
 * with mean and standard deviation of repetitions.
 *
 * <pre>{@code
 * CellRunner runner = CellRunner.keepingIn(CellStore.in(directory)).parallelism(2);
 * List<FinishedCell> finished = runner.run(cells);
 * }</pre>
 */
@NullMarked
package io.linkteller.experiment.cell;

import org.jspecify.annotations.NullMarked;
