/**
 * The paper's evaluation as a list of experiments on a directory of data sets.
 *
 * <p>{@link io.linkteller.experiment.reproduce.PaperExperiment} lists the paper's experiments,
 * {@link io.linkteller.experiment.reproduce.ExperimentProvider} registers others, {@link
 * io.linkteller.experiment.reproduce.DatasetDirectory} locates the data, {@link
 * io.linkteller.experiment.reproduce.Budget} defines how much is computed, and {@link
 * io.linkteller.experiment.reproduce.Reproduction} runs one and returns its report. The command
 * {@code linkteller reproduce} is a front end to it.
 *
 * <pre>{@code
 * Reproduction run = Reproduction.of(DatasetDirectory.in(data), Budget.QUICK, out, 2);
 * Report report = run.report(PaperExperiment.ATTACK_GCN, listener);
 * }</pre>
 */
@NullMarked
package io.linkteller.experiment.reproduce;

import org.jspecify.annotations.NullMarked;
