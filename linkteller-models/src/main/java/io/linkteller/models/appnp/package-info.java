/**
 * APPNP (Gasteiger, Bojchevski, Günnemann, "Predict then Propagate", ICLR 2019): a perceptron whose
 * logits are propagated by personalized PageRank.
 *
 * <pre>{@code
 * Appnp model = Appnp.builder().layers(1433, 32, 7).steps(10).teleport(0.1).build();
 * }</pre>
 */
@NullMarked
package io.linkteller.models.appnp;

import org.jspecify.annotations.NullMarked;
