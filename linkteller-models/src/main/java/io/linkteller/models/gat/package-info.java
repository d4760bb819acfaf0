/**
 * Graph attention networks (Veličković et al., ICLR 2018), which the paper attacks too.
 *
 * <p>{@link io.linkteller.models.gat.Gat} has several heads a layer, ELU between layers, and, if
 * wanted, skip connections. Weights of neighbors depend on features here, so scaling one node's
 * features also moves how much its neighbors listen to it.
 *
 * <pre>{@code
 * Gat model = Gat.builder().layers(50, 256, 256, 121).heads(6).skip(true).build();
 * }</pre>
 */
@NullMarked
package io.linkteller.models.gat;

import org.jspecify.annotations.NullMarked;
