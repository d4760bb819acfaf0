/** Trainable parameters: declared, held by models, and used by programs with their gradients. */
@NullMarked
package io.linkteller.models.parameter;

import org.jspecify.annotations.NullMarked;
