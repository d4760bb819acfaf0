/**
 * The paper's evaluation, experiment by experiment, on the data that a directory holds.
 *
 * <p>{@link io.linkteller.experiment.reproduce.PaperExperiment} lists the paper's experiments,
 * {@link io.linkteller.experiment.reproduce.ExperimentProvider} registers others, {@link
 * io.linkteller.experiment.reproduce.DatasetDirectory} finds the data, {@link
 * io.linkteller.experiment.reproduce.Budget} says how much is computed, and {@link
 * io.linkteller.experiment.reproduce.Reproduction} runs one and returns its report. The command
 * {@code linkteller reproduce} does no more than that.
 *
 * <pre>{@code
 * Reproduction run = Reproduction.of(DatasetDirectory.in(data), Budget.QUICK, out, 2);
 * Report report = run.report(PaperExperiment.ATTACK_GCN, listener);
 * }</pre>
 */
@NullMarked
package io.linkteller.experiment.reproduce;

import org.jspecify.annotations.NullMarked;
