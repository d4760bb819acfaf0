/**
 * Graph attention networks (Veličković et al., ICLR 2018). The paper attacks these, too.
 *
 * <p>{@link io.linkteller.models.gat.Gat} supports several heads per layer, ELU between layers and
 * optional skip connections. The weights of neighbors depend on features, so scaling the features
 * of a node also changes the attention that its neighbors pay to it.
 *
 * <pre>{@code
 * Gat model = Gat.builder().layers(50, 256, 256, 121).heads(6).skip(true).build();
 * }</pre>
 */
@NullMarked
package io.linkteller.models.gat;

import org.jspecify.annotations.NullMarked;
