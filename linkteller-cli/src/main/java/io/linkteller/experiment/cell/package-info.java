/**
 * Cells of an experiment: computed side by side, kept on disk, and never computed twice.
 *
 * <p>A {@link io.linkteller.experiment.cell.Cell} is a part of an experiment with a {@link
 * io.linkteller.experiment.cell.ResultKey} that names every setting and seed its numbers depend on.
 * A {@link io.linkteller.experiment.cell.CellRunner} computes those that a {@link
 * io.linkteller.experiment.cell.CellStore} has not, so that a run that was killed goes on where it
 * was. {@link io.linkteller.experiment.cell.Observations} makes tables of what comes out, with
 * repetitions summed up as mean and deviation.
 *
 * <pre>{@code
 * CellRunner runner = CellRunner.keepingIn(CellStore.in(directory)).parallelism(2);
 * List<FinishedCell> finished = runner.run(cells);
 * }</pre>
 */
@NullMarked
package io.linkteller.experiment.cell;

import org.jspecify.annotations.NullMarked;
