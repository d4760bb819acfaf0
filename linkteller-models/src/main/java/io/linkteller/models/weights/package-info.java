/**
 * Weight files, in a format that Python can read and write.
 *
 * <p>{@link io.linkteller.models.weights.ModelWeights} contains the parameters of a model, the
 * scaler of its features and its settings, and is stored as a NumPy archive. Python reads it with
 * {@code numpy.load}, and weights trained in Python can be served and attacked with this library.
 *
 * <pre>{@code
 * ModelWeights.of(run.model(), Optional.of(scaler)).write(Path.of("model.npz"));
 * }</pre>
 *
 * <p>A damaged file is rejected with a {@link io.linkteller.models.weights.WeightFormatException}
 * that names the file and the entry.
 */
@NullMarked
package io.linkteller.models.weights;

import org.jspecify.annotations.NullMarked;
