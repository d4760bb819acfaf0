/** Cells of an experiment: computed side by side, kept on disk, and never computed twice. */
@NullMarked
package io.linkteller.eval.experiment.cell;

import org.jspecify.annotations.NullMarked;
