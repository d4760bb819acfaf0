/**
 * Data sets, models trained on them, and their protection by noise.
 *
 * <p>A {@link io.linkteller.experiment.scenario.Scenario} is the training data, served data and
 * utility measure of a model. A {@link io.linkteller.experiment.scenario.ModelRecipe} describes the
 * model, a {@link io.linkteller.experiment.scenario.Protection} the perturbation of the edges.
 * {@link io.linkteller.experiment.scenario.TrainedModels} trains each model once and shares it
 * among experiments; {@link io.linkteller.experiment.scenario.ProtectedPipeline} combines the
 * three.
 */
@NullMarked
package io.linkteller.experiment.scenario;

import org.jspecify.annotations.NullMarked;
