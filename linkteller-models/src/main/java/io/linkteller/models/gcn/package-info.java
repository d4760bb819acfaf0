/**
 * Graph convolutional networks (Kipf and Welling, ICLR 2017) with the paper's normalizations.
 *
 * <p>{@link io.linkteller.models.gcn.Gcn} is the model that the paper attacks: H_l = relu(Â H_(l-1)
 * W_l + b_l) for any number of layers, the last without relu. {@link
 * io.linkteller.models.gcn.Normalization} defines Â and has the four variants of the paper's
 * appendix.
 *
 * <pre>{@code
 * Gcn model = Gcn.builder().layers(3170, 256, 2).normalization(Normalization.AUG_NORM_ADJ).dropout(0.5).build();
 * }</pre>
 *
 * <p>{@link io.linkteller.models.gcn.DeepGcn} adds residual connections, jumping knowledge, and
 * batch or layer normalization for deeper models.
 *
 * <p>A model consists of settings and parameters and is not bound to a graph; {@link
 * io.linkteller.models.train} trains it, and {@link io.linkteller.models.serve} serves it on a
 * graph.
 */
@NullMarked
package io.linkteller.models.gcn;

import org.jspecify.annotations.NullMarked;
