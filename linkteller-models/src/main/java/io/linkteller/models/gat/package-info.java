/**
 * Graph attention networks. The paper attacks these, too. The weights of neighbors depend on
 * features, so scaling the features of a node also changes the attention that its neighbors pay to
 * it.
 */
@NullMarked
package io.linkteller.models.gat;

import org.jspecify.annotations.NullMarked;
