/**
 * What is attacked: data sets, the models trained on them, and the noise that protects them.
 *
 * <p>A {@link io.linkteller.experiment.scenario.Scenario} is what a model is trained on, what it
 * then serves, and how it is judged. A {@link io.linkteller.experiment.scenario.ModelRecipe} is the
 * model, a {@link io.linkteller.experiment.scenario.Protection} what stands before the edges.
 * {@link io.linkteller.experiment.scenario.TrainedModels} trains each model once for all
 * experiments; {@link io.linkteller.experiment.scenario.ProtectedPipeline} puts the three together.
 */
@NullMarked
package io.linkteller.experiment.scenario;

import org.jspecify.annotations.NullMarked;
