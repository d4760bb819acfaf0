/**
 * The paper's experiments, which the command {@code reproduce} runs. An {@link
 * io.linkteller.experiment.Experiment} is a list of cells and the report made from them.
 *
 * <p>To be read in this order: {@link io.linkteller.experiment.scenario}, what is attacked; {@link
 * io.linkteller.experiment.cell}, how cells are computed once and stored; {@link
 * io.linkteller.experiment.attack} and {@link io.linkteller.experiment.privacy}, the paper's grids;
 * {@link io.linkteller.experiment.reproduce}, all of them by name.
 */
@NullMarked
package io.linkteller.experiment;

import org.jspecify.annotations.NullMarked;
