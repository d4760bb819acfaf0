/** Simple undirected graphs and the pairs of their nodes. */
@NullMarked
package io.linkteller.graph;

import org.jspecify.annotations.NullMarked;
