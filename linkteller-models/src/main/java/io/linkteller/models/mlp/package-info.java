/** Multilayer perceptrons: the baseline that never sees an edge, and so leaks none. */
@NullMarked
package io.linkteller.models.mlp;

import org.jspecify.annotations.NullMarked;
