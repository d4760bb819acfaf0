/**
 * Graph convolutional networks with the paper's normalizations: {@link
 * io.linkteller.models.gcn.Gcn}, the model that the paper attacks, and {@link
 * io.linkteller.models.gcn.DeepGcn} with residual connections, jumping knowledge and normalization.
 */
@NullMarked
package io.linkteller.models.gcn;

import org.jspecify.annotations.NullMarked;
