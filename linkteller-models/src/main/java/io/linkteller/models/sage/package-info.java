/**
 * GraphSAGE (Hamilton, Ying, Leskovec, NIPS 2017) with mean or maximum aggregation.
 *
 * <pre>{@code
 * GraphSage model = GraphSage.builder().layers(1433, 32, 7).dropout(0.5).build();
 * }</pre>
 */
@NullMarked
package io.linkteller.models.sage;

import org.jspecify.annotations.NullMarked;
