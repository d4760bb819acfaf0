/**
 * What runtimes of foreign models take as inputs: features in native memory, and a graph as pairs
 * of nodes.
 */
@NullMarked
package io.linkteller.inference.tensor;

import org.jspecify.annotations.NullMarked;
