/**
 * Graph convolutional networks (Kipf and Welling, ICLR 2017) with the paper's normalizations.
 *
 * <p>{@link io.linkteller.models.gcn.Gcn} is the model that the paper attacks: H_l = relu(Â H_(l-1)
 * W_l + b_l), any number of layers, the last without relu. {@link
 * io.linkteller.models.gcn.Normalization} is Â, of which the paper's appendix has four.
 *
 * <pre>{@code
 * Gcn model = Gcn.builder().layers(3170, 256, 2).normalization(Normalization.AUG_NORM_ADJ).dropout(0.5).build();
 * }</pre>
 *
 * <p>{@link io.linkteller.models.gcn.DeepGcn} has what makes depth work: residual connections,
 * jumping knowledge, batch or layer normalization.
 *
 * <p>A model is settings and parameters, on no graph yet; {@link io.linkteller.models.train} trains
 * it, {@link io.linkteller.models.serve} serves it.
 */
@NullMarked
package io.linkteller.models.gcn;

import org.jspecify.annotations.NullMarked;
