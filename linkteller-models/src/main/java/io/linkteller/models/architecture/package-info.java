/**
 * Architectures and models: an {@link io.linkteller.models.architecture.Architecture} is a name,
 * the parameters for given {@link io.linkteller.models.architecture.Settings}, and the stages on a
 * given graph; a {@link io.linkteller.models.architecture.GnnModel} is an architecture with
 * settings and parameters. Architectures are found by name through {@link java.util.ServiceLoader},
 * the library's own like anyone's.
 */
@NullMarked
package io.linkteller.models.architecture;

import org.jspecify.annotations.NullMarked;
