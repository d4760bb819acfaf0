/**
 * Trainable parameters: {@linkplain io.linkteller.models.parameter.ParameterSpec declared} with a
 * name, a shape and an {@linkplain io.linkteller.models.parameter.Initialization initialization},
 * held as {@link io.linkteller.models.parameter.Parameters}, and used by layers as a {@link
 * io.linkteller.models.parameter.Tensor} with its gradient.
 */
@NullMarked
package io.linkteller.models.parameter;

import org.jspecify.annotations.NullMarked;
