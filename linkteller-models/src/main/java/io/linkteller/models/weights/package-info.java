/**
 * Weight files, in a format that Python can read and write.
 *
 * <pre>{@code
 * ModelWeights.of(run.model(), Optional.of(scaler)).write(Path.of("model.npz"));
 * }</pre>
 */
@NullMarked
package io.linkteller.models.weights;

import org.jspecify.annotations.NullMarked;
