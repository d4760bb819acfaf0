/**
 * Graph isomorphism networks (Xu, Hu, Leskovec, Jegelka, ICLR 2019).
 *
 * <pre>{@code
 * Gin model = Gin.builder().layers(1433, 32, 32, 7).dropout(0.5).build();
 * }</pre>
 */
@NullMarked
package io.linkteller.models.gin;

import org.jspecify.annotations.NullMarked;
