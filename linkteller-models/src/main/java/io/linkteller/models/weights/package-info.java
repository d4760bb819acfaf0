/**
 * Models as files that Python reads too.
 *
 * <p>{@link io.linkteller.models.weights.ModelWeights} is a model's parameters, the scaler its
 * features went through, and the settings of its architecture, as a NumPy archive. {@code
 * numpy.load} reads what is written here, and weights trained elsewhere can be served and attacked
 * here.
 *
 * <pre>{@code
 * ModelWeights.of(run.model(), Optional.of(scaler)).write(Path.of("model.npz"));
 * }</pre>
 *
 * <p>A file that is damaged, or not one, is refused with a {@link
 * io.linkteller.models.weights.WeightFormatException} that names file and entry.
 */
@NullMarked
package io.linkteller.models.weights;

import org.jspecify.annotations.NullMarked;
