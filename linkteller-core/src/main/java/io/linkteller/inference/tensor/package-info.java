/**
 * Inputs of third-party model runtimes: features in native memory and a graph as pairs of nodes.
 *
 * <p>May change in any version before 1.0.
 */
@NullMarked
package io.linkteller.inference.tensor;

import org.jspecify.annotations.NullMarked;
