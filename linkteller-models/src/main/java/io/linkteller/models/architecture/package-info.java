/**
 * Architectures and models. An {@link io.linkteller.models.architecture.Architecture} composes the
 * program of a model on a graph from settings and parameters. An architecture with settings and
 * parameters is a {@link io.linkteller.models.architecture.GnnModel}. The architectures of this
 * library are {@link io.linkteller.models.architecture.Gcn}, {@link
 * io.linkteller.models.architecture.DeepGcn}, {@link io.linkteller.models.architecture.Gat}, {@link
 * io.linkteller.models.architecture.GraphSage}, {@link io.linkteller.models.architecture.Gin},
 * {@link io.linkteller.models.architecture.Appnp}, {@link
 * io.linkteller.models.architecture.RelationalGcn} and {@link
 * io.linkteller.models.architecture.Mlp}.
 */
@NullMarked
package io.linkteller.models.architecture;

import org.jspecify.annotations.NullMarked;
