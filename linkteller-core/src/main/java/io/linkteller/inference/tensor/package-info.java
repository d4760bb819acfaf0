/**
 * Inputs of third-party model runtimes: features in native memory and a graph as pairs of nodes.
 */
@NullMarked
package io.linkteller.inference.tensor;

import org.jspecify.annotations.NullMarked;
