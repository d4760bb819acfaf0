/**
 * Trainable parameters: their declarations, their values in models, and their gradients in
 * programs.
 */
@NullMarked
package io.linkteller.models.parameter;

import org.jspecify.annotations.NullMarked;
