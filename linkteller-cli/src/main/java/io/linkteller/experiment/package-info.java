/**
 * The paper's experiments, which the command {@code reproduce} runs. An {@link
 * io.linkteller.experiment.Experiment} is a list of cells and the report on their results.
 *
 * <p>The packages in suggested reading order: {@link io.linkteller.experiment.scenario}, the
 * attacked data and models; {@link io.linkteller.experiment.cell}, the computation and storage of
 * cells; {@link io.linkteller.experiment.attack} and {@link io.linkteller.experiment.privacy}, the
 * paper's grids; {@link io.linkteller.experiment.reproduce}, the catalogue of all experiments.
 */
@NullMarked
package io.linkteller.experiment;

import org.jspecify.annotations.NullMarked;
