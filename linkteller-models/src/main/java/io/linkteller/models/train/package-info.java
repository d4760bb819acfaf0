/**
 * Full-batch training and evaluation of models.
 *
 * <p>The main types are {@link io.linkteller.models.train.Labels}, one or several classes per node;
 * {@link io.linkteller.models.train.TrainingData}, a graph with features, labels and training
 * nodes; {@link io.linkteller.models.train.Trainer}, the settings and the algorithm; {@link
 * io.linkteller.models.train.TrainingRun}, the trained model with its losses; {@link
 * io.linkteller.models.train.Evaluation}, loss and accuracy or micro-averaged F1 score; and {@link
 * io.linkteller.models.train.ClassificationMetrics}, the scores of each class.
 *
 * <pre>{@code
 * GnnModel trained =
 *     Trainer.builder().epochs(200).learningRate(0.01).weightDecay(5e-4).build()
 *         .train(model, graph, features, labels)
 *         .model();
 * }</pre>
 *
 * <p>The same settings and data give bit-identical parameters with any number of threads. {@link
 * io.linkteller.models.train.EarlyStopping} is optional.
 */
@NullMarked
package io.linkteller.models.train;

import org.jspecify.annotations.NullMarked;
