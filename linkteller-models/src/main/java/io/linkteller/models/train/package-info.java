/**
 * Full-batch training: what a network learns from, how it is judged, and the steps between.
 *
 * <p>To be read in this order: {@link io.linkteller.models.train.Labels}, one class per node or
 * several; {@link io.linkteller.models.train.TrainingData}, a graph with features and labels and
 * the nodes that count; {@link io.linkteller.models.train.Trainer}, all settings; {@link
 * io.linkteller.models.train.TrainingRun}, the trained model with its losses; {@link
 * io.linkteller.models.train.Evaluation}, loss and accuracy or micro F1; {@link
 * io.linkteller.models.train.ClassificationMetrics}, the scores of each class.
 *
 * <pre>{@code
 * Gcn trained =
 *     Trainer.builder().epochs(200).learningRate(0.01).weightDecay(5e-4).build()
 *         .train(model, graph, features, labels)
 *         .model();
 * }</pre>
 *
 * <p>The same settings on the same data give the same parameters, bit for bit, with any number of
 * threads. The steps are those of {@link io.linkteller.models.train.Adam} unless another {@link
 * io.linkteller.models.train.Optimizer} is given. {@link io.linkteller.models.train.EarlyStopping}
 * and {@link io.linkteller.models.train.ClassWeights} are optional.
 */
@NullMarked
package io.linkteller.models.train;

import org.jspecify.annotations.NullMarked;
