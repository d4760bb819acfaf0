/** APPNP: a perceptron whose logits are propagated by personalized PageRank. */
@NullMarked
package io.linkteller.models.appnp;

import org.jspecify.annotations.NullMarked;
