/** Full-batch training and evaluation of models. */
@NullMarked
package io.linkteller.models.train;

import org.jspecify.annotations.NullMarked;
