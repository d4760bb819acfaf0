@NullMarked
package io.linkteller.models.weights;

import org.jspecify.annotations.NullMarked;
