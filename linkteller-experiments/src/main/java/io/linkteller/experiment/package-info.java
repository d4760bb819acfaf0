/**
 * The paper's experiments, which the command {@code reproduce} runs, the attacks by model ({@code
 * grid}) and running times ({@code benchmark}).
 *
 * <p>An {@link io.linkteller.experiment.Experiment} is a list of {@link
 * io.linkteller.eval.cell.Cell cells}, which are computed independently, and the report on their
 * results. {@link io.linkteller.experiment.PaperExperiment} lists the paper's experiments; others
 * are registered as {@link io.linkteller.experiment.ExperimentProvider}. {@link
 * io.linkteller.experiment.Scenario} holds the attacked data, {@link
 * io.linkteller.experiment.TrainedModels} holds the attacked models, and {@link
 * io.linkteller.experiment.Observations} turns results into tables.
 */
@NullMarked
package io.linkteller.experiment;

import org.jspecify.annotations.NullMarked;
