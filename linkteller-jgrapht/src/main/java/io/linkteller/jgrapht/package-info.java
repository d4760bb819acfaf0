/**
 * Conversion of JGraphT graphs to graphs of this library, and graph files that JGraphT reads.
 *
 * <pre>{@code
 * VertexGraph<String> payments = VertexGraph.of(graph);
 * ServedModel api = GraphOwner.of(payments.graph()).serve(model);
 * }</pre>
 */
@NullMarked
package io.linkteller.jgrapht;

import org.jspecify.annotations.NullMarked;
