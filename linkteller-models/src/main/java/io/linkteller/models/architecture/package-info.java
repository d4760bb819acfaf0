/**
 * Architectures and models: an {@link io.linkteller.models.architecture.Architecture} composes the
 * program of a model on a graph from settings and parameters, which make it a {@link
 * io.linkteller.models.architecture.GnnModel}.
 */
@NullMarked
package io.linkteller.models.architecture;

import org.jspecify.annotations.NullMarked;
