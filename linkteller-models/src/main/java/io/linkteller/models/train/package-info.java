/** Full-batch training and evaluation of models, and the settings of published experiments. */
@NullMarked
package io.linkteller.models.train;

import org.jspecify.annotations.NullMarked;
